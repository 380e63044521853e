import { outlookOf, type Reading } from "../../src/forecast/index.ts";
import { pointsOf } from "../../src/forecast/reading.ts";
import type { Span } from "./use.ts";

/** The percent at the reset; undefined without a forecast. 100 is an alarm. */
export type Estimate = (readings: readonly Reading[], span: Span, now: number) => number | undefined;

const HALF_HOUR_MS = 30 * 60_000;

const ours: Estimate = (readings, _span, now) => {
  const { forecast } = outlookOf(readings, now);
  if (forecast.status === "unknown") return undefined;
  // Only `runs_out` is an alarm: 100% exactly at the reset is not.
  return forecast.status === "runs_out" ? 100 : Math.min(99, forecast.percentAtReset);
};

const naive: Estimate = (readings, { end }, now) => {
  const percent = percentAt(readings, now);
  const rate = (percent - percentAt(readings, now - HALF_HOUR_MS)) / HALF_HOUR_MS;
  return within(percent + Math.max(0, rate) * (end - now));
};

const whole: Estimate = (readings, { start, end }, now) => {
  const percent = percentAt(readings, now);
  return within(percent + (percent / (now - start)) * (end - now));
};

export const ESTIMATES = { ours, "30 minutes": naive, "used/elapsed": whole } as const;
export type Name = keyof typeof ESTIMATES;

function percentAt(readings: readonly Reading[], now: number): number {
  return pointsOf(readings, now).at(-1)?.percent ?? 0;
}

function within(percent: number): number {
  return Math.min(100, Math.round(percent));
}
