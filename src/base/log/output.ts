import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import type { Env } from "../edges.ts";
import { truncate } from "../strings.ts";
import { isUnderLaunchd } from "./launchd.ts";

/** The largest log file that is written where nobody rotates it, in bytes (rule LOG-6). */
export const MAX_LOG_BYTES = 2 * 1024 * 1024;
/** The longest line of such a file, in UTF-16 units. */
const MAX_LINE = 64 * 1024;

export type Write = (text: string) => void;

/** Writes to launchd's log file, where the descriptor is that. */
export function cappedWriter(descriptor: number, env: Env): Write | undefined {
  if (!(isUnderLaunchd(env) && fstatSync(descriptor).isFile())) return undefined;
  return (text) => {
    try {
      writeCapped(descriptor, text.length > MAX_LINE ? `${truncate(text, MAX_LINE)}\n` : text);
    } catch {
      // A full disk loses the line, and ends nothing.
    }
  };
}

export function streamOf(descriptor: 1 | 2) {
  return descriptor === 1 ? process.stdout : process.stderr;
}

/** Begins anew before the file would pass the bound. Written at its end, whether it was opened for appending or not. */
function writeCapped(descriptor: number, text: string): void {
  let { size } = fstatSync(descriptor);
  if (size + Buffer.byteLength(text) > MAX_LOG_BYTES) {
    ftruncateSync(descriptor, 0);
    size = 0;
  }
  writeSync(descriptor, text, size);
}
