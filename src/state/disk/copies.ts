import type { StateFiles } from "../../base/disk/files.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { type ReadState, readStateFile } from "./state-file.ts";

/** The files beside the state file that can replace it (rule STATE-12). */
export interface Copies {
  /** The next state, left by a beat that was killed before it could put it in place. */
  readonly temporary: ReadState;
  /** The state before the last save. */
  readonly previous: ReadState;
}

export async function readCopies({ names, files }: StateFolder): Promise<Copies> {
  return {
    temporary: await readTemporary(names.temporary, files),
    previous: await readStateFile(names.previous, files),
  };
}

/** Reads a regular file only: a link in its place is not followed (rule STATE-10). */
async function readTemporary(path: string, files: StateFiles): Promise<ReadState> {
  try {
    return (await files.lstat(path)).isFile() ? await readStateFile(path, files) : { status: "missing" };
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" ? { status: "missing" } : { status: "unusable", code };
  }
}

export interface Copy {
  readonly origin: "temporary" | "previous";
  readonly state: State;
}

/** What replaces a corrupt or missing state file, or why nothing may. */
export type Replacement =
  | { readonly status: "copy"; readonly copy: Copy }
  | { readonly status: "none" }
  | { readonly status: "newer" | "other_program"; readonly origin: Copy["origin"] }
  | { readonly status: "unusable"; readonly code: string; readonly origin: Copy["origin"] };

/**
 * A newer version's copy or another program's is not ours to replace (rules STATE-13, STATE-14). A copy that cannot be read
 * now may hold days, so without an intact one nothing replaces the state (rule STATE-15).
 */
export function replacementIn(copies: Copies): Replacement {
  for (const origin of ["temporary", "previous"] as const) {
    const { status } = copies[origin];
    if (status === "newer" || status === "other_program") return { status, origin };
  }
  const copy = newest(copies);
  if (copy !== undefined) return { status: "copy", copy };
  for (const origin of ["temporary", "previous"] as const) {
    const found = copies[origin];
    if (found.status === "unusable") return { status: "unusable", code: found.code, origin };
  }
  return { status: "none" };
}

/** {@link replacementIn} of the copies in a state folder. Takes no lock and writes nothing. */
export async function findReplacement(folder: StateFolder): Promise<Replacement> {
  return replacementIn(await readCopies(folder));
}

/** The newest intact copy; `undefined` if there is none. */
function newest({ temporary, previous }: Copies): Copy | undefined {
  const intact: Copy[] = [
    ...(temporary.status === "ok" ? [{ origin: "temporary", state: temporary.state } as const] : []),
    ...(previous.status === "ok" ? [{ origin: "previous", state: previous.state } as const] : []),
  ];
  return intact.reduce<Copy | undefined>(
    (best, next) => (best === undefined || isNewer(next.state, best.state) ? next : best),
    undefined,
  );
}

function isNewer(a: State, b: State): boolean {
  if (a.stateId === b.stateId) return a.seq > b.seq;
  return Date.parse(a.lastBeat?.at ?? "") > Date.parse(b.lastBeat?.at ?? "");
}
