import { type Entry, type Group, groupsOf, type Sum, sumOf } from "./groups.ts";
import { type By, isTime } from "./keys.ts";
import { type Selection, selected } from "./select.ts";
import type { DayUse } from "./use.ts";

/** What a report shows, in any form. */
export interface View {
  readonly by: By;
  readonly groups: readonly Group[];
  /** Those that a limit left out; absent without one. */
  readonly others?: Sum & { readonly count: number };
  /** Of everything, also of what a limit left out. */
  readonly total: Sum;
}

export interface ViewFacts {
  readonly by: By;
  readonly entries: readonly Entry[];
  /** The recorded days. */
  readonly days: readonly DayUse[];
  readonly selection: Selection;
  /** The most groups of the first key: the newest, or those that cost the most. */
  readonly limit?: number;
}

export function viewOf({ by, entries, days, selection, limit }: ViewFacts): View {
  const own = selected(entries, selection);
  const groups = groupsOf(own, by, days);
  const total = sumOf(own);
  if (limit === undefined || groups.length <= limit) return { by, groups, total };
  const [shown, rest] = isTime(by[0])
    ? [groups.slice(-limit), groups.slice(0, -limit)]
    : [groups.slice(0, limit), groups.slice(limit)];
  const others = { count: rest.length, ...sumOf(rest.flatMap((group) => group.entries)) };
  return { by, groups: shown, others, total };
}
