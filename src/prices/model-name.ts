import { visible } from "../text/visible.ts";

/** `claude-haiku-4-5-20251001`, also as Bedrock and Vertex name it. */
const NAME =
  /^(?:[a-z-]+\.)?(?:anthropic\.)?claude-(?<name>[a-z0-9-]+?)(?:[-@]\d{8})?(?:-v\d+(?::\d+)?)?(?<fast>-fast)?$/;
const MODERN = /^(?<family>[a-z]+)-(?<version>\d+(?:-\d+)?)$/;
const OLDER = /^(?<version>\d+(?:-\d+)?)-(?<family>[a-z]+)$/;

/** A model's name for people: `Haiku 4.5` for `claude-haiku-4-5-20251001`. A name of another form stays as it is. */
export function modelName(id: string): string {
  const { name = "", fast } = NAME.exec(id)?.groups ?? {};
  const { family, version } = (MODERN.exec(name) ?? OLDER.exec(name))?.groups ?? {};
  if (family === undefined || version === undefined) return visible(id);
  const known = `${family.charAt(0).toUpperCase()}${family.slice(1)} ${version.replace("-", ".")}`;
  return fast === undefined ? known : `${known} fast`;
}

/** The other way round: `claude-opus-5-5` for `opus` and `5.5`. */
export function modelId(family: string, version: string): string {
  return `claude-${family}-${version.replace(".", "-")}`;
}
