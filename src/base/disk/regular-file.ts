import { constants, type Stats } from "node:fs";
import fs from "node:fs/promises";
import { codedError } from "../errors.ts";

type TextFiles = Pick<typeof fs, "stat" | "readFile">;

/**
 * The text of a regular file. Opens nothing else and never blocks: reading a pipe that nobody writes to would wait
 * forever. Throws the system's error; EISDIR for a folder, EINVAL for anything else that is not a file.
 */
export async function readRegularFile(path: string, files: TextFiles = fs): Promise<string> {
  assertRegularFile(await files.stat(path));
  return files.readFile(path, { encoding: "utf8", flag: READ_NONBLOCKING });
}

/** Throws the errors of `readRegularFile` if this is not a regular file. */
export function assertRegularFile(stat: Stats): void {
  if (stat.isFile()) return;
  throw codedError("not a regular file", stat.isDirectory() ? "EISDIR" : "EINVAL");
}

/** Opens for reading without waiting for a writer, if the path has become a pipe. */
export const READ_NONBLOCKING: number = constants.O_RDONLY | constants.O_NONBLOCK;
