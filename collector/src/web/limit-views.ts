import { DAY_MS, HOUR_MS } from "../../../src/base/durations.ts";
import { namedLength } from "../../../src/forecast/index.ts";
import { type LimitView, limitViews } from "../../../src/report/index.ts";
import { instant, limitItem, stretchItem } from "../api/index.ts";
import type { LimitReading, Store } from "../store/index.ts";
import { byOwner } from "./by-owner.ts";

/** How far back the readings go that a forecast is made from: a week's window, and the one before its reset. */
const HISTORY_MS = 15 * DAY_MS;
/** Of more owners than this, one reading of each limit is enough for so long. */
const FEW = 3;
const STEP_MS = HOUR_MS / 2;
/** A window that has just begun says little about its pace. */
const LEAST_SHARE = 0.1;
const FULL = 100;

/** The newest readings of the limits of some owners, by the key of the owner. */
export type OwnedReadings = ReadonlyMap<string, readonly [LimitReading, ...LimitReading[]]>;
/** The same with their forecasts; the most urgent limit of each first. */
export type OwnedViews = ReadonlyMap<string, readonly LimitView[]>;

/** Reads what the forecasts of some owners' limits are made from, and makes them. */
export async function viewsByOwner(store: Store, owned: OwnedReadings, now: number): Promise<OwnedViews> {
  const owners = [...owned.values()].map(([first]) => first);
  const course = await store.limitCourse({
    from: now - HISTORY_MS,
    to: now,
    step: owners.length <= FEW ? 1 : STEP_MS,
    accounts: owners.flatMap(({ account }) => account ?? []),
    machines: owners.flatMap(({ account, machine }) => (account === null ? (machine ?? []) : [])),
  });
  const before = byOwner(course);
  return new Map(
    [...owned].map(([key, readings]) => {
      const fetchedAt = Math.max(...readings.map((reading) => reading.fetchedAt));
      const limits = { fetchedAt: instant(fetchedAt), items: readings.map(limitItem) };
      return [key, limitViews(limits, (before.get(key) ?? []).map(stretchItem), now)];
    }),
  );
}

/** The percent at which a limit will be at its reset, if it is used as fast as since its window began. */
export function paceOf({ kind, group, percent, resetsAt }: LimitReading, now: number): number {
  const length = namedLength({ kind, group });
  const used = percent ?? 0;
  if (used >= FULL) return Number.POSITIVE_INFINITY;
  if (length === undefined || resetsAt === null || resetsAt <= now) return used;
  return used / Math.min(1, Math.max(LEAST_SHARE, 1 - (resetsAt - now) / length));
}

/** The owners whose limits are used the fastest. */
export function fastest(owned: OwnedReadings, most: number, now: number): OwnedReadings {
  const paces = [...owned].map(([key, readings]) => ({
    key,
    readings,
    pace: Math.max(...readings.map((reading) => paceOf(reading, now))),
  }));
  paces.sort((a, b) => b.pace - a.pace || (a.key < b.key ? -1 : 1));
  return new Map(paces.slice(0, most).map(({ key, readings }) => [key, readings]));
}
