import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { vendor } from "#vendor";
import { clockOf } from "../base/edges.ts";
import { errorCode } from "../base/errors.ts";
import { STATE_SCHEMA_VERSION, type State } from "../contract.ts";
import {
  ensureFolder,
  FILE_MODE,
  incarnation,
  isThere,
  permissions,
  realFiles,
  removeIfThere,
  type StateFiles,
} from "./files.ts";
import { isLeftover, stateNames } from "./names.ts";
import { type ReadState, readState } from "./read.ts";
import { saver } from "./save.ts";
import type { OpenedState, OpenStateOptions } from "./types.ts";

/**
 * Opens the state: the file, or where it is spoilt or missing the newest whole one of what was left beside it
 * (design: State file). To be called under the beat's lock.
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
  const temporary = await readTemporary(names.temporary, files);
  const previous = await readState(names.previous, files);
  for (const { status } of [temporary, previous]) {
    if (status === "newer" || status === "other_program") return { status };
  }
  // Not a fresh start over days that are known but cannot be read just now.
  const whole = newest(temporary, previous);
  const unusable = [temporary, previous].find(({ status }) => status === "unusable");
  if (whole === undefined && unusable?.status === "unusable") return unusable;
  const spoiltKeptAs = current.status === "spoilt" ? await setAside(names.state, now, files) : undefined;
  const kept = spoiltKeptAs === undefined ? {} : { spoiltKeptAs };

  if (whole === undefined) {
    const state = freshState();
    return {
      status: "ok",
      state,
      origin: "fresh",
      ...kept,
      save: await saverOf(dir, state, undefined, files),
    };
  }
  const state = { ...whole.state, stateId: randomUUID(), seq: 0 };
  if (whole.origin === "previous") {
    return {
      status: "ok",
      state,
      origin: "previous",
      ...kept,
      save: await saverOf(dir, state, undefined, files),
    };
  }
  // The next save writes a temporary file of its own: this one must not be the only copy by then.
  await files.rename(names.temporary, names.state);
  return {
    status: "ok",
    state,
    origin: "temporary",
    ...kept,
    save: await saverOf(dir, state, whole.state, files),
  };
}

async function saverOf(dir: string, opened: State, onDisk: State | undefined, files: StateFiles) {
  const leftover = await incarnation(stateNames(dir).temporary, files);
  return saver({ dir, opened, onDisk, leftover, files });
}

/** A link or anything else that is no file of ours is not followed. */
async function readTemporary(path: string, files: StateFiles): Promise<ReadState> {
  try {
    return (await files.lstat(path)).isFile() ? await readState(path, files) : { status: "missing" };
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" ? { status: "missing" } : { status: "unusable", code };
  }
}

function newest(temporary: ReadState, previous: ReadState) {
  const whole = [
    ...(temporary.status === "ok" ? [{ origin: "temporary", state: temporary.state } as const] : []),
    ...(previous.status === "ok" ? [{ origin: "previous", state: previous.state } as const] : []),
  ];
  return whole.reduce<(typeof whole)[number] | undefined>(
    (best, next) => (best === undefined || isNewer(next.state, best.state) ? next : best),
    undefined,
  );
}

function isNewer(a: State, b: State): boolean {
  if (a.stateId === b.stateId) return a.seq > b.seq;
  return Date.parse(a.lastBeat?.at ?? "") > Date.parse(b.lastBeat?.at ?? "");
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

/** Keeps a spoilt file beside, under a name that tells when, and returns that name. */
async function setAside(path: string, now: number, files: StateFiles): Promise<string> {
  const time = new Date(now).toISOString().replaceAll(":", "-");
  for (let count = 1; ; count++) {
    const kept = `${path}.corrupt-${time}${count === 1 ? "" : `-${count}`}`;
    if (await isThere(kept, files)) continue;
    await files.rename(path, kept);
    await files.chmod(kept, FILE_MODE);
    return basename(kept);
  }
}

/** Sees to the modes, and clears what a killed beat left. */
async function tidy(dir: string, files: StateFiles): Promise<void> {
  const names = stateNames(dir);
  for (const path of [names.state, names.temporary, names.previous]) await tighten(path, files);
  for (const name of await files.readdir(dir)) {
    if (isLeftover(name)) await removeIfThere(join(dir, name), files);
  }
}

async function tighten(path: string, files: StateFiles): Promise<void> {
  const stat = await files.lstat(path).catch(() => undefined);
  if (stat?.isFile() && permissions(stat.mode) !== FILE_MODE) await files.chmod(path, FILE_MODE);
}
