import { visible } from "./visible.ts";

const WEEKLY = "weekly_";

/** A limit's name for people: `5-hour session`, `Week, all models`, or `Week, Opus`. */
export function limitName({ kind, model }: { readonly kind: string; readonly model: string | null }): string {
  return visible(nameOf(kind, model));
}

function nameOf(kind: string, model: string | null): string {
  if (kind === "session") return model === null ? "5-hour session" : `5-hour session, ${model}`;
  if (kind === "weekly") return model === null ? "Week" : `Week, ${model}`;
  if (kind === `${WEEKLY}all`) return model === null ? "Week, all models" : `Week, ${model}`;
  if (kind.startsWith(WEEKLY)) return model === null ? weeklyScope(kind) : `Week, ${model}`;
  const name = capitalized(kind.replaceAll("_", " "));
  return model === null ? name : `${name}, ${model}`;
}

/** `scoped` says only that the limit does not cover everything. */
function weeklyScope(kind: string): string {
  const scope = kind.slice(WEEKLY.length).replaceAll("_", " ");
  return scope === "scoped" ? "Week, some use" : `Week, ${capitalized(scope)}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
