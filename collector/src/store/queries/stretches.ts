import type { LimitCourseQuery, LimitStretch } from "../records.ts";
import type { LimitReadings } from "./kept-readings.ts";

/** Resets within this long are one: the vendor's times drift. In milliseconds. */
export const SAME_RESET_MS = 600_000;
const FULL = 100;

type Range = Pick<LimitCourseQuery, "from" | "to" | "step">;
type Stretch = { -readonly [Key in keyof LimitStretch]: LimitStretch[Key] };

/** The readings of an account as stretches, as the database makes them: ordered by limit and time. */
export function stretchesOf(account: string, limits: readonly LimitReadings[], range: Range): LimitStretch[] {
  return [...limits].sort(byName).flatMap((limit) => thinned(account, limit, range));
}

/** By reset and by `step` of time. Readings come in order, so only those of one step are gone through. */
function thinned(account: string, limit: LimitReadings, { from, to, step }: Range): LimitStretch[] {
  const all: Stretch[] = [];
  let current: { readonly reset: number; readonly stretch: Stretch }[] = [];
  let bucket = -1;
  for (let place = 0; place < limit.at.length; place++) {
    const at = limit.at[place] ?? 0;
    if (at < from || at > to) continue;
    const own = Math.floor((at - from) / step);
    if (own !== bucket) current = [];
    bucket = own;
    const percent = limit.percent[place] ?? 0;
    const resetsAt = limit.resetsAt[place] ?? -1;
    const reset = Math.trunc(Math.max(0, resetsAt) / SAME_RESET_MS);
    const known = current.find((each) => each.reset === reset)?.stretch;
    if (known === undefined) {
      const stretch = begun(account, limit, at, percent, resetsAt);
      current.push({ reset, stretch });
      all.push(stretch);
      continue;
    }
    if (resetsAt >= 0 && resetsAt > (known.resetsAt ?? -1)) known.resetsAt = resetsAt;
    // Of two at one time, the greater one.
    known.last = at === known.lastAt ? Math.max(known.last, percent) : percent;
    known.lastAt = at;
    known.highest = Math.max(known.highest, percent);
    if (percent >= FULL) known.fullAt ??= at;
  }
  return all;
}

function begun(
  account: string,
  { kind, group, model }: LimitReadings,
  at: number,
  percent: number,
  resetsAt: number,
): Stretch {
  return {
    account,
    machine: null,
    kind,
    group,
    model: model === "" ? null : model,
    resetsAt: resetsAt < 0 ? null : resetsAt,
    firstAt: at,
    lastAt: at,
    last: percent,
    highest: percent,
    fullAt: percent >= FULL ? at : null,
  };
}

function byName(a: LimitReadings, b: LimitReadings): number {
  for (const key of ["kind", "group", "model"] as const)
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return 0;
}
