import { Cron } from "croner";

/** The time from one beat to the next (rule SERVICE-1), in minutes. */
export const BEAT_MINUTES = 15;
const BEAT_SECONDS = BEAT_MINUTES * 60;

/** This machine's own place within the quarter hour, in seconds: a fleet does not beat in one second. */
export function beatOffset(machineId: string): number {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(machineId)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return hash % BEAT_SECONDS;
}

/** The cron pattern, with seconds, of a beat at this offset. */
export function beatPattern(offset: number): string {
  const first = Math.floor(offset / 60);
  const minutes = Array.from({ length: 60 / BEAT_MINUTES }, (_, quarter) => first + quarter * BEAT_MINUTES);
  return `${offset % 60} ${minutes.join(",")} * * * *`;
}

/** When the next beat at this offset comes, in epoch milliseconds; always after `now`. */
export function nextBeat(offset: number, now: number): number {
  const next = new Cron(beatPattern(offset), { timezone: "UTC" }).nextRun(new Date(now));
  if (next === null) throw new Error("the schedule has no end");
  return next.getTime();
}

export interface ScheduleEvents {
  readonly onBeat: () => Promise<void>;
  /** A beat was due while the last one still ran; once for each that runs that long. */
  readonly onBlocked: () => void;
  /** The beat threw: a bug, after which the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

export function startSchedule(offset: number, { onBeat, onBlocked, onError }: ScheduleEvents): Cron {
  let isSaid = false;
  // croner asks anew every half minute for as long as the beat is overdue.
  const protect = () => {
    if (!isSaid) onBlocked();
    isSaid = true;
  };
  return new Cron(beatPattern(offset), { timezone: "UTC", protect, catch: onError }, async () => {
    isSaid = false;
    await onBeat();
  });
}
