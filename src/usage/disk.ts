import type { Dirent, Stats } from "node:fs";
import { READ_NONBLOCKING } from "../base/disk/regular-file.ts";
import type { ScanFiles } from "./files.ts";

export interface Entry {
  readonly name: string;
  readonly dirent: Dirent<string> | Dirent<Buffer>;
}

/**
 * The file system calls of a scan that take a path. Paths are strings, even if a name is not UTF-8. Each call throws the
 * system's error.
 *
 * On Linux a name can be any bytes. A byte that is not part of UTF-8 becomes a lone surrogate in our paths, so that a path
 * leads back to exactly that file.
 */
export class Disk {
  readonly #files: ScanFiles;

  constructor(files: ScanFiles) {
    this.#files = files;
  }

  list(folder: string): Entry[] {
    const path = systemPath(folder);
    const entries = this.#files.readdirSync(path, { withFileTypes: true });
    if (!entries.some(({ name }) => name.includes(REPLACEMENT))) {
      return entries.map((dirent) => ({ name: dirent.name, dirent }));
    }
    const exact = this.#files.readdirSync(path, { withFileTypes: true, encoding: "buffer" });
    return exact.map((dirent) => ({ name: decodeName(dirent.name), dirent }));
  }

  /** Follows links. */
  stat(path: string): Stats {
    return this.#files.statSync(systemPath(path));
  }

  /** Whether the path itself is a link. */
  isLink(path: string): boolean {
    return this.#files.lstatSync(systemPath(path)).isSymbolicLink();
  }

  /** The inode of a path, as text if a number cannot hold it. */
  inode(path: string, { ino }: Stats): number | string {
    if (Number.isSafeInteger(ino)) return ino;
    return String(this.#files.statSync(systemPath(path), { bigint: true }).ino);
  }

  /** Opens a file for reading. Does not wait for a writer if the path is a FIFO by now. */
  open(path: string): number {
    return this.#files.openSync(systemPath(path), READ_NONBLOCKING);
  }
}

const SURROGATE = 0xdc00;
const SURROGATES = /[\uDC80-\uDCFF]/;
/** What Node puts into a name for bytes that are not UTF-8. */
const REPLACEMENT = "\uFFFD";

/** Converts one of our paths to a path for Node's own functions. */
export function systemPath(path: string): string | Buffer {
  if (!SURROGATES.test(path)) return path;
  const parts = Array.from(path, (character) => {
    const unit = character.charCodeAt(0);
    return character.length === 1 && SURROGATES.test(character)
      ? Buffer.of(unit - SURROGATE)
      : Buffer.from(character);
  });
  return Buffer.concat(parts);
}

function decodeName(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : SURROGATE + byte)).join("");
}
