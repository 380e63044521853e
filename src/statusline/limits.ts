import { MINUTE_MS } from "../base/durations.ts";
import type { Item } from "../contract/index.ts";
import type { Reading } from "../forecast/index.ts";
import { type LimitView, limitViews } from "../report/index.ts";
import type { Saved } from "./saved.ts";

/** Resets that are at most this far apart are the same: the vendor's times drift. */
const SAME_RESET_MS = 10 * MINUTE_MS;

export interface ShownLimits {
  readonly limits: readonly LimitView[];
  /** When the oldest of them was fetched, in epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * The limits to show: the saved ones, replaced by those of the coding agent's input where these are fresher. A limit that has
 * reset since is left out.
 * @param live the limits of the input, as of now
 */
export function shownLimits(saved: Saved | undefined, live: readonly Item[], now: number): ShownLimits {
  const items = (saved?.items ?? []).filter((item) => isAhead(item, now));
  const fresh = live.filter((item) => isAhead(item, now) && isFresher(item, find(items, item)));
  const kept = items.filter((item) => find(fresh, item) === undefined);
  const history: readonly Reading[] = saved?.history ?? [];
  const viewsAt = (of: readonly Item[], at: number) =>
    limitViews({ fetchedAt: new Date(at).toISOString(), items: [...of] }, history, now);
  const savedAt = Math.min(saved?.fetchedAt ?? now, now);
  return {
    limits: [...viewsAt(kept, savedAt), ...viewsAt(fresh, now)],
    fetchedAt: kept.length === 0 ? now : savedAt,
  };
}

function find(items: readonly Item[], { kind, model }: Item): Item | undefined {
  return items.find((item) => item.kind === kind && item.model === model);
}

function isAhead({ resetsAt }: Item, now: number): boolean {
  return resetsAt === null || Date.parse(resetsAt) > now;
}

/** In one window the higher figure is the newer one, since each session knows only its own last answer. */
function isFresher(live: Item, saved: Item | undefined): boolean {
  if (saved === undefined) return true;
  const [liveReset, savedReset] = [resetOf(live), resetOf(saved)];
  if (Math.abs(liveReset - savedReset) <= SAME_RESET_MS) return (live.percent ?? 0) > (saved.percent ?? 0);
  return liveReset > savedReset;
}

/** A window that has not begun resets before any that has. */
function resetOf({ resetsAt }: Item): number {
  return resetsAt === null ? 0 : Date.parse(resetsAt);
}
