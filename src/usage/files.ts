import fs from "node:fs";

/** The calls on the file system that a scan makes: it lists, looks and reads, and never writes. */
export type ScanFiles = Pick<
  typeof fs,
  "closeSync" | "fstatSync" | "openSync" | "readdirSync" | "readSync" | "statSync"
>;

export const realFiles: ScanFiles = fs;
