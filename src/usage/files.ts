import fs from "node:fs";

/** The file system calls of a scan. It never writes. */
export type ScanFiles = Pick<
  typeof fs,
  "closeSync" | "fstatSync" | "lstatSync" | "openSync" | "readdirSync" | "readSync" | "statSync"
>;

export const realFiles: ScanFiles = fs;
