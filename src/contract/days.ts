import * as z from "zod";
import { type Models, modelsSchema, tokensOf } from "./counts.ts";
import { instant } from "./scalars.ts";

/** Days older than this are pruned, and no scan reaches further back (rule DAYS-5). */
export const RETENTION_DAYS = 35;

const openDaySchema = z.object({ state: z.literal("open"), models: modelsSchema });
const frozenDaySchema = z.object({
  state: z.literal("frozen"),
  frozenAt: instant.exactOptional(),
  models: modelsSchema,
});
export const dayRecordSchema = z.discriminatedUnion("state", [openDaySchema, frozenDaySchema]);
/** A day's record (rules DAYS-2, DAYS-4). */
export type DayRecord = z.infer<typeof dayRecordSchema>;
export type Days = Record<string, DayRecord>;

/** The record with more requests; with equal requests the one with more tokens; else the first. */
export function larger(first: Models, second: Models): Models {
  const [a, b] = [total(first), total(second)];
  if (a.requests !== b.requests) return a.requests > b.requests ? first : second;
  return b.tokens > a.tokens ? second : first;
}

/** A day as a collector keeps it. */
export interface KeptDay {
  readonly state: "open" | "frozen";
  readonly models: Models;
}

/**
 * What a collector keeps of a day after a snapshot that is not late (docs/contract.md, rules 1 and 4): the newer record
 * replaces the older one, except that a frozen day is never lowered and never becomes open again.
 */
export function mergeDay(kept: KeptDay | undefined, arrived: KeptDay): KeptDay {
  if (kept?.state !== "frozen") return arrived;
  return { state: "frozen", models: larger(kept.models, arrived.models) };
}

/** Not capped as `addCounts` is: two large records must still compare. */
function total(models: Models): { requests: number; tokens: number } {
  let requests = 0;
  let tokens = 0;
  for (const counts of Object.values(models)) {
    requests += counts.requests;
    tokens += tokensOf(counts);
  }
  return { requests, tokens };
}
