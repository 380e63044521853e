import { TIME_ZONE } from "../base/calendar.ts";
import { type Counts, tokensOf } from "../contract/index.ts";
import type { Group, Sum } from "./groups.ts";
import { byWords } from "./keys.ts";
import type { Report, Row } from "./schema.ts";
import type { View } from "./view.ts";

export interface ReportFacts {
  readonly program: string;
  readonly view: View;
  /** ISO 8601; null before the first beat. */
  readonly lastBeat: string | null;
  readonly hasCost: boolean;
}

export function reportOf({ program, view, lastBeat, hasCost }: ReportFacts): Report {
  const { by, total } = view;
  return {
    schemaVersion: 1,
    program,
    timeZone: TIME_ZONE,
    by: byWords(by),
    lastBeat,
    rows: rowsOf(view, hasCost),
    total: { ...withTokens(total.counts), ...(hasCost && { costUsd: costOf(total) }) },
  };
}

/** The groups of the last key, each with every key that it is in. */
export function rowsOf({ groups, by }: View, hasCost = false): Row[] {
  return groups.flatMap((group) => {
    const keys = keysOf(group);
    if (by.length === 1) return [{ ...keys, ...useOf(group, hasCost) }];
    return group.groups.map((inner) => ({ ...keys, ...keysOf(inner), ...useOf(inner, hasCost) }));
  });
}

function keysOf({ key, value, from, to, state }: Group): Partial<Row> {
  const span = key === "week" && from !== undefined && to !== undefined ? { from, to } : {};
  return { [key]: value, ...span, ...(state !== undefined && { state }) };
}

function useOf(sum: Sum, hasCost: boolean) {
  return { ...withTokens(sum.counts), ...(hasCost && { costUsd: costOf(sum) }) };
}

function costOf({ cost }: Sum): number | null {
  return cost.status === "priced" ? cost.usd : null;
}

/** Counts with the sum of their tokens, capped at 2^53-1 as the counts are. */
export function withTokens(counts: Counts) {
  return { ...counts, tokens: Math.min(tokensOf(counts), Number.MAX_SAFE_INTEGER) };
}
