import { keepAs, writeAtomically } from "../../base/disk/atomic.ts";
import { errorCode } from "../../base/errors.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { type ClockStep, clockStep, settleDays, takeOver } from "../law/clock.ts";
import type { State } from "../law/state.ts";
import { encodeState } from "./codec.ts";
import type { OpenedState } from "./opened-state.ts";
import { readStateFile } from "./state-file.ts";

type Opened = Pick<Extract<OpenedState, { status: "ok" }>, "state" | "save">;

export interface SettledState extends Opened {
  /** How the clock moved since the last beat. */
  readonly clock: ClockStep;
}

/**
 * Repairs what a wrong clock did to an opened state. If the clock may have jumped ahead, `save` first keeps a copy of the
 * state file (rules CLOCK-1 to CLOCK-3). Never rejects. @param now epoch milliseconds
 */
export async function settleClock(
  folder: StateFolder,
  { state, save }: Opened,
  now: number,
): Promise<SettledState> {
  const clock = clockStep(state, now);
  const isJump = clock === "back" || clock === "forward";
  const copy = isJump ? await readBeforeJump(folder) : undefined;
  const kept = clock === "forward" && copy !== undefined ? takeOver(state, copy) : state;
  return {
    state: settleDays(kept, clock, copy, now),
    clock,
    save: clock === "forward" ? saveAfterCopy : save,
  };

  async function saveAfterCopy(next: State) {
    const copied = kept === state ? await keepBeforeJump(folder) : await replaceBeforeJump(folder, kept);
    return copied.status === "ok" ? save(next) : copied;
  }
}

type Kept = { readonly status: "ok" } | { readonly status: "failed"; readonly code: string };

/** Copies the state file to `state.json.before-jump`. Never rejects. */
export async function keepBeforeJump({ names, files }: StateFolder): Promise<Kept> {
  const { state, previous, beforeJump } = names;
  try {
    // A recovered state is in the previous file only.
    if (!(await keepAs(state, beforeJump, files))) await keepAs(previous, beforeJump, files);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** Writes a state that took over the days of the copy to `state.json.before-jump`. Never rejects. */
async function replaceBeforeJump({ names, files }: StateFolder, state: State): Promise<Kept> {
  try {
    await writeAtomically(names.beforeJump, encodeState(state), files);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", code: errorCode(error) };
  }
}

/** The state in `state.json.before-jump`; `undefined` if there is no intact one. */
export async function readBeforeJump({ names, files }: StateFolder): Promise<State | undefined> {
  const kept = await readStateFile(names.beforeJump, files);
  return kept.status === "ok" ? kept.state : undefined;
}
