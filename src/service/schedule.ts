import { MINUTE_MS } from "../base/durations.ts";
import { FNV_BASIS, fnv1a } from "../base/hash.ts";

/** The time from one beat to the next (rule SERVICE-1), in minutes. */
export const BEAT_MINUTES = 15;
const BEAT_SECONDS = BEAT_MINUTES * 60;
const SECOND_MS = 1000;

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
  const first = offset * SECOND_MS;
  const period = BEAT_MINUTES * MINUTE_MS;
  return first + (Math.floor((now - first) / period) + 1) * period;
}
