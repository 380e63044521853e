import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { vendor } from "#vendor";
import { flush, removeLeftover, renameOver } from "../../base/disk/atomic.ts";
import { fileVersion, restrictMode } from "../../base/disk/files.ts";
import { clockOf, type Now } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import { isLeftover, type StateFolder } from "../folder/state-folder.ts";
import { STATE_SCHEMA_VERSION, type State } from "../law/state.ts";
import { newest, readCopies } from "./copies.ts";
import { keepCorrupt } from "./keep-corrupt.ts";
import type { OpenedState } from "./opened-state.ts";
import { saver } from "./save.ts";
import { type ReadState, readState } from "./state-file.ts";

/**
 * Opens the state: the file, or where it is spoilt or missing the newest whole one of what was left beside it
 * (rules STATE-11, STATE-12). To be called under the beat's lock.
 */
export async function openState(folder: StateFolder, now?: Now): Promise<OpenedState> {
  try {
    await ensureFolder(folder);
    const current = await readState(folder);
    if (current.status === "newer" || current.status === "other_program") return current;
    await tidy(folder);
    if (current.status === "ok") {
      const { state } = current;
      return { status: "ok", state, origin: "file", save: await saverOf(folder, state, state) };
    }
    if (current.status !== "corrupt" && current.status !== "missing") return current;
    return await recover(folder, current, clockOf(now)());
  } catch (error) {
    return { status: "unusable", code: errorCode(error) };
  }
}

async function recover(folder: StateFolder, current: ReadState, now: number): Promise<OpenedState> {
  const { names, files } = folder;
  const { temporary, previous } = await readCopies(folder);
  for (const { status } of [temporary, previous]) {
    if (status === "newer" || status === "other_program") return { status };
  }
  // Not a fresh start over days that are known but cannot be read just now.
  const whole = newest({ temporary, previous });
  const unusable = [temporary, previous].find(({ status }) => status === "unusable");
  if (whole === undefined && unusable?.status === "unusable") return unusable;
  let corruptKeptAs = current.status === "corrupt" ? await keepCorrupt(names.state, now, folder) : undefined;
  if (whole === undefined && previous.status === "corrupt") {
    const previousKeptAs = await keepCorrupt(names.previous, now, folder);
    corruptKeptAs ??= previousKeptAs;
  }
  if (whole?.origin === "temporary") {
    // The next save writes a temporary file of its own: this one must not be the only copy by then. Nor does it become
    // the state itself, whose stateId a beat that gets no further would leave as it was.
    await flush(names.temporary, files);
    await renameOver(names.temporary, names.previous, files);
  }
  const state = whole === undefined ? freshState() : { ...whole.state, stateId: randomUUID(), seq: 0 };
  return {
    status: "ok",
    state,
    origin: whole?.origin ?? "fresh",
    ...(corruptKeptAs !== undefined && { corruptKeptAs }),
    save: await saverOf(folder, state, undefined),
  };
}

async function saverOf(folder: StateFolder, opened: State, onDisk: State | undefined) {
  const leftover = await fileVersion(folder.names.temporary, folder.files);
  return saver({ folder, opened, onDisk, leftover });
}

function freshState(): State {
  return {
    schemaVersion: STATE_SCHEMA_VERSION,
    program: vendor.program,
    stateId: randomUUID(),
    seq: 0,
    agentVersion: null,
    days: {},
    lastGoodLimits: null,
    lastBeat: null,
  };
}

/** Sees to the modes, and clears what a killed beat left. */
async function tidy({ path, names, files }: StateFolder): Promise<void> {
  for (const file of [names.state, names.temporary, names.previous]) await restrictMode(file, files);
  for (const name of await files.readdir(path)) {
    if (isLeftover(name)) await removeLeftover(join(path, name), files).catch(() => {});
  }
}
