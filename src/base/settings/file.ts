import { errorCode } from "../errors.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { describeCode } from "../system-errors.ts";

export type SettingsFile =
  | { readonly status: "ok"; readonly values: JsonObject }
  /** `message` goes after the file's name, and quotes nothing from the file. `code` is why it could not be read. */
  | { readonly status: "wrong"; readonly message: string; readonly code?: string; readonly fix?: string };

/** Reads the settings file. A missing file sets nothing. */
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
    const fix = FIXES[code];
    const message = `cannot be read: ${describeCode(code)}`;
    return { status: "wrong", message, code, ...(fix !== undefined && { fix }) };
  }
  return parse(text.replace(/^\uFEFF/, ""));
}

const FIXES: Readonly<Record<string, string>> = {
  EACCES: "chown it to your user",
  EOWNER: "chown it to your user",
  EWRITABLE: "chmod 600 it",
};

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

/** Where the JSON is invalid, if the error says so. The rest of its message would repeat the text. */
function placeOf(error: unknown, text: string): string {
  const [, position] = /\bat position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return ` (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}
