import { addDays, startOfDay, torontoDay } from "../../base/calendar.ts";
import { HOUR_MS } from "../../base/durations.ts";
import { plural } from "../../base/words.ts";
import { countFinished, type FinishedRequests, findScanObstacle } from "../../usage/index.ts";
import { type Check, ok } from "./check.ts";

const DAYS = 7;

/**
 * Counts the requests of the last days. An answer that began less than an hour ago may still be streaming.
 * @param now epoch milliseconds
 */
export async function gatherFinalCounts(roots: readonly string[], now: number): Promise<FinishedRequests> {
  // Another check says why nothing can be scanned.
  if (findScanObstacle() !== undefined) return { requests: 0, unfinished: 0 };
  return countFinished(roots, startOfDay(addDays(torontoDay(now), 1 - DAYS)), now - HOUR_MS);
}

/** Whether the agent wrote a final count for each request (rule SCAN-25). There is nothing to fix if it did not. */
export function judgeFinalCounts({ requests, unfinished }: FinishedRequests): Check[] {
  if (requests === 0) return [];
  const of = `${plural(requests, "request")} of the last ${DAYS} days`;
  const share = unfinished / requests;
  const percent = share < 0.01 ? "under 1%" : `${Math.round(100 * share)}%`;
  return [
    ok(
      "final-counts",
      unfinished === 0
        ? `${of}, each with a final count`
        : `${of}, ${unfinished} of them (${percent}) without a final count: their output may be counted too low`,
    ),
  ];
}
