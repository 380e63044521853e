import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import type { Env } from "../edges.ts";
import { truncate } from "../strings.ts";
import { isUnderLaunchd } from "./launchd.ts";

/** The size limit of a log file that nothing rotates, in bytes (rule LOG-6). */
export const MAX_LOG_BYTES = 2 * 1024 * 1024;
/** The longest line of such a file, in UTF-16 units. */
const MAX_LINE = 64 * 1024;

export type Write = (text: string) => void;

/** A writer for launchd's log file; `undefined` if the descriptor is something else. */
export function cappedWriter(descriptor: number, env: Env): Write | undefined {
  if (!(isUnderLaunchd(env) && fstatSync(descriptor).isFile())) return undefined;
  return (text) => {
    try {
      writeCapped(descriptor, text.length > MAX_LINE ? `${truncate(text, MAX_LINE)}\n` : text);
    } catch {
      // A full disk loses the line. The program goes on.
    }
  };
}

export function streamOf(descriptor: 1 | 2) {
  return descriptor === 1 ? process.stdout : process.stderr;
}

/** Appends to the file, or starts it over if it would exceed the limit. Works without append mode too. */
function writeCapped(descriptor: number, text: string): void {
  let { size } = fstatSync(descriptor);
  if (size + Buffer.byteLength(text) > MAX_LOG_BYTES) {
    ftruncateSync(descriptor, 0);
    size = 0;
  }
  writeSync(descriptor, text, size);
}
