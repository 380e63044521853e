import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { READ_NONBLOCKING } from "../base/disk/regular-file.ts";
import { isJsonObject, type JsonObject, parseJson } from "../base/json.ts";

/** A larger file is not read: parsing it would take too long. In bytes. */
const MAX_BYTES = 4_000_000;

/** How to read a long file without its middle. */
export interface Ends {
  /** How many bytes of its beginning and of its end. */
  readonly head: number;
  readonly tail: number;
  /** Makes a JSON text of the two; `undefined` if the whole file is needed. */
  readonly join: (head: string, tail: string) => string | undefined;
}

/**
 * The JSON object in a regular file; `undefined` if there is none that can be read at once. Never throws.
 * @param ends if given, the middle of a long file is not read
 */
export function readJsonFile(path: string, ends?: Ends): JsonObject | undefined {
  try {
    const descriptor = openSync(path, READ_NONBLOCKING);
    try {
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
      const short = ends && readEnds(descriptor, stat.size, ends);
      const text = short ?? readFileSync(descriptor, "utf8").replace(/^\uFEFF/, "");
      const content = parseJson(text);
      return isJsonObject(content) ? content : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function readEnds(descriptor: number, size: number, { head, tail, join }: Ends): string | undefined {
  if (size <= head + tail) return undefined;
  const part = (length: number, position: number) => {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, length, position));
  };
  return join(part(head, 0), part(tail, size - tail));
}
