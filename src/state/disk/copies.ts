import type { StateFiles } from "../../base/disk/files.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { type ReadState, readState } from "./state-file.ts";

/** What may lie beside a state file and stand in for it (rule STATE-12). */
export interface Copies {
  /** What a killed beat was about to put in place. */
  readonly temporary: ReadState;
  /** The state before the last save. */
  readonly previous: ReadState;
}

export async function readCopies({ names, files }: StateFolder): Promise<Copies> {
  return {
    temporary: await readTemporary(names.temporary, files),
    previous: await readState(names.previous, files),
  };
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

/** The newest whole one of them. */
export function newest({ temporary, previous }: Copies) {
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
