import { flush, keepAs, putInPlace, writeTemporary } from "../../base/disk/atomic.ts";
import { tryRemove } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { decodeHistory, encodeHistory } from "./codec.ts";
import { type Fetched, type LimitReading, withChanges } from "./readings.ts";

/** The history of the limits, oldest first; empty if there is none. Never rejects. */
export async function readHistory(folder: StateFolder): Promise<readonly LimitReading[]> {
  return (await open(folder))?.readings ?? [];
}

/**
 * Appends what changed in the limits to the history (rules HISTORY-1, HISTORY-3). Call it under the beat's lock. Never rejects: losing
 * the history harms nothing else.
 */
export async function noteLimits(folder: StateFolder, fetched: Fetched): Promise<void> {
  const opened = await open(folder);
  if (opened === undefined) return;
  const changed = withChanges(opened.readings, fetched);
  if (changed.at(-1) === opened.readings.at(-1)) return;
  await replace(folder, encodeHistory(changed), opened.isIntact).catch(() => {});
}

interface Opened {
  readonly readings: readonly LimitReading[];
  /** Whether the file itself was intact. If it was corrupt, the readings are those of the previous file. */
  readonly isIntact: boolean;
}

/** Undefined for a file that is not ours, or that cannot be read now. */
async function open({ names, files }: StateFolder): Promise<Opened | undefined> {
  for (const path of [names.history, names.previousHistory]) {
    const decoded = await readRegularFile(path, files).then(decodeHistory, failedRead);
    if (decoded.status === "foreign" || decoded.status === "unusable") return undefined;
    if (decoded.status === "ok") return { readings: decoded.readings, isIntact: path === names.history };
  }
  return { readings: [], isIntact: false };
}

function failedRead(error: unknown): { readonly status: "missing" | "unusable" } {
  return { status: errorCode(error) === "ENOENT" ? "missing" : "unusable" };
}

/** Keeps the file as the previous one if it was intact, then replaces it. Throws the system's error. */
async function replace({ path, names, files }: StateFolder, text: string, isIntact: boolean): Promise<void> {
  const temporary = `${names.history}.tmp`;
  await writeTemporary(temporary, text, files);
  try {
    if (isIntact) await keepAs(names.history, names.previousHistory, files);
  } catch (error) {
    await tryRemove(temporary, files);
    throw error;
  }
  await putInPlace(temporary, names.history, files);
  await flush(path, files);
}
