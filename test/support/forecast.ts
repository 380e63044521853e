import assert from "node:assert/strict";
import { type Outlook, outlookOf, type Reading } from "../../src/forecast/index.ts";

export { DAY_MS as DAY, HOUR_MS as HOUR, MINUTE_MS as MINUTE } from "../../src/base/durations.ts";
/** When the windows of these tests reset. */
export const RESET = Date.parse("2026-11-22T18:00:00.000Z");

export const iso = (epochMilliseconds: number) => new Date(epochMilliseconds).toISOString();

export const SESSION = { kind: "session", group: "session", model: null };
export const WEEK = { kind: "weekly_all", group: "weekly", model: null };

/** A percent, and how long before the reset it was reported. */
export type Report = readonly [beforeReset: number, percent: number];

export function readingsOf(
  limit: Omit<Reading, "percent" | "resetsAt" | "fetchedAt">,
  reports: readonly Report[],
  reset: number = RESET,
): Reading[] {
  return reports.map(([beforeReset, percent]) => ({
    ...limit,
    percent,
    resetsAt: iso(reset),
    fetchedAt: iso(reset - beforeReset),
  }));
}

/** The outlook at a time before the reset. */
export function outlook(limit: typeof SESSION, reports: readonly Report[], beforeReset: number): Outlook {
  return outlookOf(readingsOf(limit, reports), RESET - beforeReset);
}

export function reasonOf({ forecast }: Outlook): string {
  assert.ok(forecast.status === "unknown", forecast.status);
  return forecast.reason;
}
