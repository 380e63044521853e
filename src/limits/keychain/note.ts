import { writeAtomically } from "../../base/disk/atomic.ts";
import { realFiles } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { HOUR_MS } from "../../base/durations.ts";
import { parseJson } from "../../base/json.ts";
import type { KeychainFailure } from "../../failures/index.ts";

/** No further read this long after one that failed, in milliseconds: each may open a dialog (rule KEYCHAIN-5). */
export const RETRY_MS = 6 * HOUR_MS;

/** The last read of the Keychain, if it failed. It is on disk, because each `beat` is a process of its own. */
export interface KeychainNote {
  readonly failure: KeychainFailure;
  /** When it may be read again, in epoch milliseconds. */
  readonly nextAt: number;
}

/** Never rejects. */
export async function readNote(path: string): Promise<KeychainNote | undefined> {
  const text = await readRegularFile(path).catch(() => "");
  if (text === "") return undefined;
  const { noteSchema } = await import("./note-schema.ts");
  const parsed = noteSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  return { failure: parsed.data.failure, nextAt: Date.parse(parsed.data.at) + RETRY_MS };
}

/** Whether the Keychain must not be read now. A note from the future does not count: the clock was wrong. */
export function isTooSoon(note: KeychainNote | undefined, now: number): boolean {
  return note !== undefined && now < note.nextAt && now >= note.nextAt - RETRY_MS;
}

/** Never rejects: without the note, the Keychain is asked again by the next process. */
export async function writeNote(path: string, failure: KeychainFailure, now: number): Promise<void> {
  const text = `${JSON.stringify({ at: new Date(now).toISOString(), failure })}\n`;
  await writeAtomically(path, text, realFiles).catch(() => {});
}

/** Never rejects. */
export async function removeNote(path: string): Promise<void> {
  await realFiles.rm(path, { force: true }).catch(() => {});
}
