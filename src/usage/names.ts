import type { Dirent } from "node:fs";
import type { ScanFiles } from "./files.ts";

/*
 * A name on Linux is any bytes. Those that are no UTF-8 stand in our paths as lone surrogates, one a byte, so that a
 * path is a string like any other and still leads back to the very file.
 */

const ESCAPE = 0xdc00;
const ESCAPED = /[\uDC80-\uDCFF]/;
/** What stands for bytes that are no UTF-8 in a name as Node gives it. */
const REPLACEMENT = "\uFFFD";

/** The path as the system is to be asked for it. */
export function systemPath(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  const parts = Array.from(path, (character) => {
    const unit = character.charCodeAt(0);
    return character.length === 1 && ESCAPED.test(character)
      ? Buffer.of(unit - ESCAPE)
      : Buffer.from(character);
  });
  return Buffer.concat(parts);
}

export interface Entry {
  readonly name: string;
  readonly dirent: Dirent<string> | Dirent<Buffer>;
}

/** What a folder holds, each under a name that leads back to it. Throws the system's error. */
export function listFolder(folder: string, files: ScanFiles): Entry[] {
  const path = systemPath(folder);
  const entries = files.readdirSync(path, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(REPLACEMENT))) {
    return entries.map((dirent) => ({ name: dirent.name, dirent }));
  }
  const exact = files.readdirSync(path, { withFileTypes: true, encoding: "buffer" });
  return exact.map((dirent) => ({ name: decodeName(dirent.name), dirent }));
}

function decodeName(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : ESCAPE + byte)).join("");
}
