import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { vendor } from "#vendor";
import { flush, removeLeftover, replace } from "../../base/disk/atomic.ts";
import { incarnation, realFiles, type StateFiles, tighten } from "../../base/disk/files.ts";
import { clockOf } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { ensureFolder } from "../folder/ensure-folder.ts";
import { isLeftover, stateNames } from "../folder/state-folder.ts";
import { STATE_SCHEMA_VERSION, type State } from "../law/state.ts";
import { newest, readCopies } from "./copies.ts";
import { setAside } from "./keep-corrupt.ts";
import type { OpenedState, OpenStateOptions } from "./opened-state.ts";
import { saver } from "./save.ts";
import { type ReadState, readState } from "./state-file.ts";

/**
 * Opens the state: the file, or where it is spoilt or missing the newest whole one of what was left beside it
 * (rules STATE-11, STATE-12). To be called under the beat's lock.
 */
export async function openState({
  dir,
  now,
  files = realFiles,
}: OpenStateOptions & { readonly files?: StateFiles }): Promise<OpenedState> {
  const names = stateNames(dir);
  try {
    await ensureFolder(dir, files);
    const current = await readState(names.state, files);
    if (current.status === "newer" || current.status === "other_program") return current;
    await tidy(dir, files);
    if (current.status === "ok") {
      const { state } = current;
      return { status: "ok", state, origin: "file", save: await saverOf(dir, state, state, files) };
    }
    if (current.status !== "spoilt" && current.status !== "missing") return current;
    return await recover(dir, current, clockOf(now)(), files);
  } catch (error) {
    return { status: "unusable", code: errorCode(error) };
  }
}

async function recover(
  dir: string,
  current: ReadState,
  now: number,
  files: StateFiles,
): Promise<OpenedState> {
  const names = stateNames(dir);
  const { temporary, previous } = await readCopies(dir, files);
  for (const { status } of [temporary, previous]) {
    if (status === "newer" || status === "other_program") return { status };
  }
  // Not a fresh start over days that are known but cannot be read just now.
  const whole = newest({ temporary, previous });
  const unusable = [temporary, previous].find(({ status }) => status === "unusable");
  if (whole === undefined && unusable?.status === "unusable") return unusable;
  let spoiltKeptAs = current.status === "spoilt" ? await setAside(names.state, dir, now, files) : undefined;
  if (whole === undefined && previous.status === "spoilt") {
    const previousKeptAs = await setAside(names.previous, dir, now, files);
    spoiltKeptAs ??= previousKeptAs;
  }
  if (whole?.origin === "temporary") {
    // The next save writes a temporary file of its own: this one must not be the only copy by then. Nor does it become
    // the state itself, whose stateId a beat that gets no further would leave as it was.
    await flush(names.temporary, files);
    await replace(names.temporary, names.previous, files);
  }
  const state = whole === undefined ? freshState() : { ...whole.state, stateId: randomUUID(), seq: 0 };
  return {
    status: "ok",
    state,
    origin: whole?.origin ?? "fresh",
    ...(spoiltKeptAs !== undefined && { spoiltKeptAs }),
    save: await saverOf(dir, state, undefined, files),
  };
}

async function saverOf(dir: string, opened: State, onDisk: State | undefined, files: StateFiles) {
  const leftover = await incarnation(stateNames(dir).temporary, files);
  return saver({ dir, opened, onDisk, leftover, files });
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
async function tidy(dir: string, files: StateFiles): Promise<void> {
  const names = stateNames(dir);
  for (const path of [names.state, names.temporary, names.previous]) await tighten(path, files);
  for (const name of await files.readdir(dir)) {
    if (isLeftover(name)) await removeLeftover(join(dir, name), files).catch(() => {});
  }
}
