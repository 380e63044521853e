import type { Item, LimitsResult } from "../../contract/index.ts";
import { isSameLimit, type Outlook, outlookOf, type Reading } from "../../forecast/index.ts";
import { limitName } from "../../text/limit-name.ts";
import { type Tone, toneOf } from "./tone.ts";

const ALL = 100;

/** A limit as a screen shows it. */
export interface LimitView {
  readonly item: Item;
  readonly name: string;
  /** What is left of it; undefined without a figure. */
  readonly left: number | undefined;
  /** Of this limit, oldest first; the current one is the last. */
  readonly readings: readonly Reading[];
  readonly outlook: Outlook;
  readonly tone: Tone;
}

/**
 * The limits, the most urgent first.
 * @param history earlier readings of all limits, oldest first
 * @param now epoch milliseconds
 */
export function limitViews(
  { items, fetchedAt }: Pick<LimitsResult, "items" | "fetchedAt">,
  history: readonly Reading[],
  now: number,
): LimitView[] {
  const at = fetchedAt ?? new Date(now).toISOString();
  const views = items.map((item): LimitView => {
    const { percent } = item;
    const earlier = history.filter((reading) => isSameLimit(reading, item));
    const readings = percent === undefined ? earlier : [...earlier, { ...item, percent, fetchedAt: at }];
    const outlook = outlookOf(readings, now);
    const left = percent === undefined ? undefined : ALL - percent;
    return { item, name: limitName(item), left, readings, outlook, tone: toneOf(item, outlook) };
  });
  return views.sort(byUrgency);
}

/** The most urgent limit first. */
export function byUrgency(a: LimitView, b: LimitView): number {
  return urgency(b) - urgency(a) || soonest(a) - soonest(b) || used(b) - used(a);
}

/** A limit that is used up comes first, then those that run out, then the others. */
function urgency({ left, outlook }: LimitView): number {
  if (left === 0) return 2;
  return outlook.forecast.status === "runs_out" ? 1 : 0;
}

/** When a limit runs out, or in how far it will be used at its reset. */
function soonest({ outlook: { forecast } }: LimitView): number {
  if (forecast.status === "runs_out") return Date.parse(forecast.runsOutAt);
  return 0;
}

function used({ item, outlook: { forecast } }: LimitView): number {
  return forecast.status === "on_pace" ? forecast.percentAtReset : (item.percent ?? 0);
}
