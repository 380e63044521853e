import * as z from "zod";
import { TIME_ZONE } from "../base/calendar.ts";
import { type Counts, countsSchema, tokensOf } from "../contract/index.ts";
import type { Group, Sum } from "./groups.ts";
import { byWords } from "./keys.ts";
import type { View } from "./view.ts";

const useSchema = countsSchema.extend({
  /** The sum of all four kinds of tokens. */
  tokens: z.int().nonnegative(),
  /** At API list prices; null if nothing has a price. Absent unless costs were asked for. */
  costUsd: z.number().nonnegative().nullable().exactOptional(),
});

/** A row has each key that it is grouped by. */
const rowSchema = useSchema.extend({
  day: z.iso.date().exactOptional(),
  /** The ISO week, such as `2026-W47`, and the first and last of its days that are counted. */
  week: z.string().exactOptional(),
  from: z.iso.date().exactOptional(),
  to: z.iso.date().exactOptional(),
  /** Such as `2026-11`. */
  month: z.string().exactOptional(),
  /** In local time, such as `2026-11-20T14:00`. */
  hour: z.string().exactOptional(),
  /** Whether the day or the week is final. Absent for other keys. */
  state: z.enum(["open", "frozen"]).exactOptional(),
  model: z.string().exactOptional(),
  project: z.string().exactOptional(),
  session: z.string().exactOptional(),
});
/** One row of a report, as in JSON and CSV. */
export type Row = z.infer<typeof rowSchema>;

/** What `report --json` prints, version 1. */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string(),
  timeZone: z.string(),
  /** One key, or two: `day and model`. */
  by: z.string(),
  /** Null before the first beat. Then the rows are from a scan that is not saved. */
  lastBeat: z.iso.datetime({ offset: true }).nullable(),
  rows: z.array(rowSchema),
  total: useSchema,
});
export type Report = z.infer<typeof reportSchema>;

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
