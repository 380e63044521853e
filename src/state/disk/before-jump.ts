import { keepAs } from "../../base/disk/atomic.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { State } from "../law/state.ts";
import { readStateFile } from "./state-file.ts";

export type Kept = { readonly status: "ok" } | { readonly status: "failed"; readonly code: string };

/** Keeps the state as it stands before a beat whose clock may have jumped. Never rejects. */
export async function keepBeforeJump({ names, files }: StateFolder): Promise<Kept> {
  const { state, previous, beforeJump } = names;
  try {
    // A state that was recovered stands in the previous file alone.
    if (!(await keepAs(state, beforeJump, files))) await keepAs(previous, beforeJump, files);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** The state that was kept before a jump, where there is a whole one. */
export async function readBeforeJump({ names, files }: StateFolder): Promise<State | undefined> {
  const kept = await readStateFile(names.beforeJump, files);
  return kept.status === "ok" ? kept.state : undefined;
}
