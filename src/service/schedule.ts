import { Cron } from "croner";
import { FNV_BASIS, fnv1a } from "../base/hash.ts";

/** The time from one beat to the next (rule SERVICE-1), in minutes. */
export const BEAT_MINUTES = 15;
const BEAT_SECONDS = BEAT_MINUTES * 60;

/** This machine's offset within the quarter hour, in seconds, so that a fleet does not beat in the same second. */
export function beatOffset(machineId: string): number {
  const hash = Buffer.from(machineId).reduce(fnv1a, FNV_BASIS) >>> 0;
  return hash % BEAT_SECONDS;
}

/** The cron pattern, with seconds, for beats at this offset. */
export function beatPattern(offset: number): string {
  const first = Math.floor(offset / 60);
  const minutes = Array.from({ length: 60 / BEAT_MINUTES }, (_, quarter) => first + quarter * BEAT_MINUTES);
  return `${offset % 60} ${minutes.join(",")} * * * *`;
}

/** When the next beat at this offset is due, in epoch milliseconds. Always after `now`. */
export function nextBeat(offset: number, now: number): number {
  const next = new Cron(beatPattern(offset), { utcOffset: 0 }).nextRun(new Date(now));
  if (next === null) throw new Error("the schedule has no end");
  return next.getTime();
}

export interface ScheduleEvents {
  readonly onBeat: () => Promise<void>;
  /** A beat was due while the last one was still running. Called once for each beat that runs that long. */
  readonly onBlocked: () => void;
  /** `onBeat` threw, which is a bug. The schedule continues. */
  readonly onError: (error: unknown) => void;
}

export function startSchedule(offset: number, { onBeat, onBlocked, onError }: ScheduleEvents): Cron {
  let isReported = false;
  // croner calls this every half minute while a beat is overdue.
  const protect = () => {
    if (!isReported) onBlocked();
    isReported = true;
  };
  return new Cron(beatPattern(offset), { utcOffset: 0, protect, catch: onError }, async () => {
    isReported = false;
    await onBeat();
  });
}
