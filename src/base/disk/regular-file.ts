import { constants, type Stats } from "node:fs";
import fs from "node:fs/promises";

type TextFiles = Pick<typeof fs, "stat" | "readFile">;

/**
 * The text of a regular file. Nothing else is opened, and nothing is waited for: to read a pipe that nobody writes to
 * would be to wait for ever. Throws the system's error; EISDIR for a folder, EINVAL for what else is no file.
 */
export async function readRegularFile(path: string, files: TextFiles = fs): Promise<string> {
  assertRegularFile(await files.stat(path));
  return files.readFile(path, { encoding: "utf8", flag: READ_NONBLOCKING });
}

/** Throws as `readRegularFile` does where it is none. */
export function assertRegularFile(stat: Stats): void {
  if (stat.isFile()) return;
  throw Object.assign(new Error("no file"), { code: stat.isDirectory() ? "EISDIR" : "EINVAL" });
}

/** Opens to read and, should a pipe have come into the file's place, without waiting for who writes to it. */
export const READ_NONBLOCKING: number = constants.O_RDONLY | constants.O_NONBLOCK;
