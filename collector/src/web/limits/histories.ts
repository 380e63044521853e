import { startOfDay } from "../../../../src/base/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/base/durations.ts";
import { isSameLimit, windowLength } from "../../../../src/forecast/index.ts";
import {
  courseOfStretches,
  type LimitView,
  type LimitWindow,
  limitViews,
  type Point,
  thinned,
  windowsOf,
} from "../../../../src/report/index.ts";
import { instant, limitItem, stretchItem } from "../../api/index.ts";
import type { LimitStretch, Store } from "../../store/index.ts";
import { byOwner, ownerKey } from "../by-owner.ts";
import type { Owner } from "./owners.ts";

/** The most points of a chart. */
const MOST_POINTS = 400;
/** How far back the readings go that a forecast is made from: a week's window, and the one before its reset. */
const FORECAST_MS = 15 * DAY_MS;
/** A figure may be older than the range: the longest window is a week. */
const BEFORE_MS = 8 * DAY_MS;
/** Limits are read every 15 minutes. Figures that are older than this are marked. */
const OLD_MS = HOUR_MS;
/** A limit that was not reported with the others for this long is gone. */
const GONE_MS = DAY_MS;

/** Epoch milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** How one limit was used over a range. */
export interface LimitHistory {
  readonly view: LimitView;
  readonly fetchedAt: number;
  readonly isOld: boolean;
  /** At most 400, oldest first. */
  readonly points: readonly Point[];
  /** Those that end in the range or after it, oldest first. */
  readonly windows: readonly LimitWindow[];
}

export interface OwnerHistory {
  readonly owner: Owner;
  /** The most urgent limit first. */
  readonly limits: readonly LimitHistory[];
}

/** Days as instants. Nothing is known after now. */
export function timesOf(
  { from, to }: { readonly from: string; readonly to: string },
  now: number,
): TimeRange {
  const start = startOfDay(from);
  return { from: start, to: Math.max(start + 1, Math.min(now, startOfDay(to) + DAY_MS)) };
}

/** The histories of some owners' limits. The database thins them, so that any range is quick. */
export async function historiesOf(
  store: Store,
  owners: readonly Owner[],
  range: TimeRange,
  now: number,
): Promise<OwnerHistory[]> {
  const accounts = owners.flatMap(({ account }) => account ?? []);
  const machines = owners.flatMap(({ account, machine }) => (account === null ? (machine ?? []) : []));
  const step = Math.max(1, Math.ceil((range.to - range.from) / MOST_POINTS));
  const [course, recent] = await Promise.all([
    store.limitCourse({ from: range.from - BEFORE_MS, to: range.to, step, accounts, machines }),
    store.limitCourse({ from: now - FORECAST_MS, to: now, step: 1, accounts, machines }),
  ]);
  const [shown, known] = [byOwner(course), byOwner(recent)];
  return owners.map((owner) => ({
    owner,
    limits: limitsOf(owner, shown.get(ownerKey(owner)) ?? [], known.get(ownerKey(owner)) ?? [], range, now),
  }));
}

function limitsOf(
  owner: Owner,
  course: readonly LimitStretch[],
  recent: readonly LimitStretch[],
  range: TimeRange,
  now: number,
): LimitHistory[] {
  const current = owner.current.filter(
    (reading) =>
      reading.fetchedAt > owner.fetchedAt - GONE_MS ||
      course.some((stretch) => stretch.lastAt >= range.from && isSameLimit(stretch, reading)),
  );
  const earlier = recent.map(stretchItem);
  const limits = { fetchedAt: instant(owner.fetchedAt), items: current.map(limitItem) };
  return limitViews(limits, earlier, now).map((view): LimitHistory => {
    const own = course
      .filter((stretch) => isSameLimit(stretch, view.item))
      .sort((a, b) => a.firstAt - b.firstAt);
    const fetchedAt =
      current.find((reading) => isSameLimit(reading, view.item))?.fetchedAt ?? owner.fetchedAt;
    return {
      view,
      fetchedAt,
      isOld: now - fetchedAt > OLD_MS,
      points: pointsIn(own, range),
      windows: windowsOf(own, lengthOf(view, own), now).filter(
        ({ to, from }) => to > range.from && from < range.to,
      ),
    };
  });
}

function pointsIn(stretches: readonly LimitStretch[], { from, to }: TimeRange): Point[] {
  const all = courseOfStretches(stretches, to).filter(({ until }) => until > from);
  return thinned(all, MOST_POINTS);
}

function lengthOf({ item }: LimitView, stretches: readonly LimitStretch[]): number | undefined {
  const points = stretches.map(({ firstAt, lastAt, last, resetsAt }) => ({
    percent: last,
    resetsAt,
    at: firstAt,
    until: lastAt,
  }));
  return windowLength(item, points);
}
