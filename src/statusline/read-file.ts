import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { READ_NONBLOCKING } from "../base/disk/regular-file.ts";
import { isJsonObject, type JsonObject, parseJson } from "../base/json.ts";

/** A larger file is not read: parsing it would take too long. In bytes. */
const MAX_BYTES = 4_000_000;

/**
 * The JSON object in a regular file; `undefined` if there is none that can be read at once. Never throws.
 * @param shorten returns the text without what is not needed
 */
export function readJsonFile(
  path: string,
  shorten: (text: string) => string = (text) => text,
): JsonObject | undefined {
  try {
    const descriptor = openSync(path, READ_NONBLOCKING);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
      const text = readFileSync(descriptor, "utf8").replace(/^\uFEFF/, "");
      const content = parseJson(shorten(text));
      return isJsonObject(content) ? content : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
