import { MAX_TEXT } from "../base/strings.ts";

/** Strings of this shape are kept as they were sent (rule RESETS-1). */
const KEPT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Epoch values below this are in seconds, others in milliseconds. */
const SECONDS_BELOW = 1e11;

/** The time of a reset as a string, or null (rules RESETS-1 to RESETS-4). */
export function normalizeResetsAt(value: unknown): string | null {
  if (typeof value === "string") {
    const at = Date.parse(value);
    if (Number.isNaN(at)) return null;
    return value.length <= MAX_TEXT && KEPT.test(value) ? value : isoOf(at);
  }
  if (typeof value === "number" && Number.isFinite(value) && value > 0) {
    return isoOf(value < SECONDS_BELOW ? value * 1000 : value);
  }
  return null;
}

function isoOf(epochMilliseconds: number): string | null {
  const date = new Date(epochMilliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
