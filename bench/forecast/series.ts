import type { Reading } from "../../src/forecast/index.ts";
import type { Random } from "../corpus/random.ts";
import { HABITS, type Habit, type Span, STEP_MS } from "./use.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BEAT_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONDAY = Date.parse("2026-11-02T00:00:00Z");

/** One window of a limit as the daemon recorded it, and how it ended. */
export interface Series {
  readonly name: string;
  readonly span: Span;
  readonly readings: readonly Reading[];
  /** What was used at the reset: 100 if the limit was reached. */
  readonly atReset: number;
  /** The time from which its end can be predicted. An early reset cannot be foreseen. */
  readonly since: number;
}

export const LIMITS = [
  { kind: "session", lengthMs: 5 * HOUR_MS },
  { kind: "weekly_all", lengthMs: 7 * DAY_MS },
] as const;
export type Limit = (typeof LIMITS)[number];

/** Something that happens to a window while it runs. */
const EVENTS = ["early reset", "drift", "disagreement"] as const;
type Event = (typeof EVENTS)[number];

/** `count` windows of each habit and of each event. */
export function seriesOf(limit: Limit, count: number, random: Random): Series[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return numbers.flatMap(() => [
    ...Object.entries(HABITS).map(([name, habit]) => series(name, limit, habit, undefined, random)),
    ...EVENTS.map((event) => series(event, limit, random.pick(Object.values(HABITS)), event, random)),
  ]);
}

function series(name: string, limit: Limit, habit: Habit, event: Event | undefined, random: Random): Series {
  const span = spanOf(limit, habit, random);
  const { start } = span;
  const resetAgainAt =
    event === "early reset" ? start + limit.lengthMs * (0.1 + 0.7 * random.next()) : undefined;
  const used = usedOf(habit(span, random), 20 + 130 * random.next(), span, resetAgainAt);
  const readings: Reading[] = [];
  const drift = event === "drift" ? (random.next() - 0.5) * 0.04 * limit.lengthMs : 0;
  for (let at = start + random.between(1, BEAT_MS); at < span.end; at += BEAT_MS) {
    const isStale = event === "disagreement" && random.chance(0.3);
    const percent = Math.round(used(isStale ? at - random.next() * HOUR_MS : at));
    const resetsAt = span.end - drift * ((span.end - at) / limit.lengthMs);
    const reading = { ...identityOf(limit), percent, resetsAt: iso(resetsAt), fetchedAt: iso(at) };
    const last = readings.at(-1);
    if (last?.percent !== reading.percent || last.resetsAt !== reading.resetsAt) readings.push(reading);
  }
  return { name, span, readings, atReset: Math.round(used(span.end)), since: resetAgainAt ?? start };
}

/** A session begins with its first message, so it begins in a busy step; a week begins at any time. */
function spanOf({ kind, lengthMs }: Limit, habit: Habit, random: Random): Span {
  for (;;) {
    const start = Math.floor(MONDAY + 7 * DAY_MS * random.next());
    const span = { start, end: start + lengthMs };
    const [first = 0] = habit(span, random);
    if (kind !== "session" || first > 0) return span;
  }
}

function identityOf({ kind }: Limit) {
  return { kind, group: kind === "session" ? "session" : "weekly", model: null };
}

/** The percent used at a time, at most 100. `total` is what would be used with no limit. */
function usedOf(busy: readonly number[], total: number, { start }: Span, resetAgainAt: number | undefined) {
  const sum = busy.reduce((all, each) => all + each, 0) || 1;
  const percents: number[] = [0];
  for (const [index, each] of busy.entries()) {
    const at = start + index * STEP_MS;
    const isRestart = resetAgainAt !== undefined && at >= resetAgainAt && at - STEP_MS < resetAgainAt;
    percents.push(Math.min(100, (isRestart ? 0 : (percents.at(-1) ?? 0)) + (total * each) / sum));
  }
  return (at: number): number =>
    percents[Math.max(0, Math.floor((at - start) / STEP_MS))] ?? percents.at(-1) ?? 0;
}

function iso(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString();
}
