import { torontoDay } from "../../src/base/calendar.ts";
import type { Models } from "../../src/contract/index.ts";
import { clockStep, settleDays, takeOver } from "../../src/state/law/clock.ts";
import { oldestDayToScan } from "../../src/state/law/days.ts";
import { foldBeat } from "../../src/state/law/fold.ts";
import type { State } from "../../src/state/law/state.ts";
import { okLimits } from "./fixtures.ts";

/** The part of the state folder that the rules for days use. */
export interface Disk {
  readonly state: State;
  /** `state.json.before-jump`, if there is one. */
  readonly copy: State | undefined;
}

export interface Transcripts {
  readonly days?: Readonly<Record<string, Models>>;
  readonly readErrors?: number;
}

/** One beat without input or output, in the order of `runBeat`. */
export function beat(
  { state, copy }: Disk,
  now: number,
  { days = {}, readErrors = 0 }: Transcripts = {},
): Disk {
  const clock = clockStep(state, now);
  const kept = clock === "forward" && copy !== undefined ? takeOver(state, copy) : state;
  const before = settleDays(kept, clock, copy, now);
  const since = oldestDayToScan(before, now);
  const found = Object.entries(days).filter(([day]) => day >= since && day <= torontoDay(now));
  const covered = {
    since,
    days: Object.fromEntries(found.map(([day, models]) => [day, { models }])),
    readErrors,
    agentVersion: null,
  };
  const folded = foldBeat({ state: before, clock }, { covered, limits: okLimits(now), now });
  return {
    state: { ...folded.state, seq: state.seq + 1 },
    copy: clock === "forward" ? kept : copy,
  };
}

/** A series of beats. */
export function beats(disk: Disk, nows: readonly number[], transcripts?: Transcripts): Disk {
  return nows.reduce((last, now) => beat(last, now, transcripts), disk);
}
