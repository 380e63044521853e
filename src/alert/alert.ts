import type { BriefForecast } from "../forecast/index.ts";
import type { AlertThreshold } from "../settings/index.ts";

/** What the alert command gets as JSON on its standard input (rule ALERT-4). */
export interface Alert {
  readonly kind: string;
  readonly group: string;
  readonly model: string | null;
  /** The percent used, from 0 to 100. */
  readonly percent: number;
  /** The percent that was reached, or `forecast` if the limit is expected to run out before its reset. */
  readonly threshold: AlertThreshold;
  /** ISO 8601; null if it is unknown. */
  readonly resetsAt: string | null;
  readonly forecast: BriefForecast;
  /** Whether it is a test and no limit was reached. */
  readonly test: boolean;
}
