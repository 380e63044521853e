import * as z from "zod";
import { TIME_ZONE } from "../base/calendar.ts";
import { type Counts, countsSchema, tokensOf, totalOf } from "../contract/index.ts";
import { type DayUse, usedModels } from "./use.ts";

/** What a report's rows are grouped by. */
export type By = "day" | "model" | "day and model";

const useSchema = countsSchema.extend({
  /** The sum of all four kinds of tokens. */
  tokens: z.int().nonnegative(),
});

const rowSchema = useSchema.extend({
  /** Absent if grouped by model. */
  day: z.iso.date().exactOptional(),
  state: z.enum(["open", "frozen"]).exactOptional(),
  /** Absent if grouped by day. */
  model: z.string().exactOptional(),
});
/** One row of a report, as in JSON and CSV. */
export type Row = z.infer<typeof rowSchema>;

/** What `report --json` prints, version 1. */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string(),
  timeZone: z.string(),
  by: z.enum(["day", "model", "day and model"]),
  /** Null before the first beat. Then there are no rows because nothing has been scanned. */
  lastBeat: z.iso.datetime({ offset: true }).nullable(),
  rows: z.array(rowSchema),
  total: useSchema,
});
export type Report = z.infer<typeof reportSchema>;

export interface ReportFacts {
  readonly program: string;
  readonly days: readonly DayUse[];
  readonly by: By;
  /** ISO 8601; null before the first beat. */
  readonly lastBeat: string | null;
}

export function reportOf({ program, days, by, lastBeat }: ReportFacts): Report {
  return {
    schemaVersion: 1,
    program,
    timeZone: TIME_ZONE,
    by,
    lastBeat,
    rows: rowsOf(days, by),
    total: withTokens(totalOf(days.map(({ total }) => total))),
  };
}

export function rowsOf(days: readonly DayUse[], by: By): Row[] {
  switch (by) {
    case "day":
      return days.map(({ day, state, total }) => ({ day, state, ...withTokens(total) }));
    case "model":
      return usedModels(days).map(({ model, ...counts }) => ({ model, ...withTokens(counts) }));
    case "day and model":
      return days.flatMap(({ day, state, models }) =>
        models.map(({ model, ...counts }) => ({ day, state, model, ...withTokens(counts) })),
      );
  }
}

/** Counts with the sum of their tokens, capped at 2^53-1 as the counts are. */
export function withTokens(counts: Counts) {
  return { ...counts, tokens: Math.min(tokensOf(counts), Number.MAX_SAFE_INTEGER) };
}
