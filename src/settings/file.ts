import { describeUnread } from "../base/disk/trusted-file.ts";
import { errorCode } from "../base/errors.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";

export type SettingsFile =
  | { readonly status: "ok"; readonly values: JsonObject }
  /** What is wrong with it, to be put after its name, nothing of what it holds; where it could not be read, why. */
  | { readonly status: "wrong"; readonly message: string; readonly code?: string };

/** Reads the settings file; one that is not there sets nothing. */
export async function readSettingsFile(
  path: string,
  read: (path: string) => Promise<string>,
): Promise<SettingsFile> {
  let text: string;
  try {
    text = await read(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { status: "ok", values: {} };
    return { status: "wrong", message: describeUnread(code), code };
  }
  return parse(text.replace(/^\uFEFF/, ""));
}

function parse(text: string): SettingsFile {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    return { status: "wrong", message: `is not valid JSON${placeOf(error, text)}` };
  }
  if (!isJsonObject(values)) return { status: "wrong", message: "must hold one JSON object" };
  return { status: "ok", values };
}

/** Where the text went wrong, as far as the error tells: of its message the place alone, for the rest repeats the text. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /\bat position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return ` (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}
