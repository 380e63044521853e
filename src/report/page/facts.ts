import type { LimitsResult } from "../../contract/index.ts";
import type { Reading } from "../../forecast/index.ts";
import type { Entry } from "../groups.ts";
import type { DayUse } from "../use.ts";

/** What the page's columns and its table are grouped by, besides the model. */
export type PageBy = "day" | "week";

export interface PageFacts {
  /** The recorded days that the page is about, oldest first. */
  readonly days: readonly DayUse[];
  /** The recorded days of the last week. */
  readonly week: readonly DayUse[];
  /** What the transcripts know of these days: projects and hours. */
  readonly placed: readonly Entry[];
  readonly by: PageBy;
  /** The program's name. */
  readonly program: string;
  /** The command line that refreshes the record. */
  readonly refresh: string;
  /** As they are pushed; undefined before the first beat. */
  readonly limits: LimitsResult | undefined;
  /** Earlier readings of the limits, oldest first. */
  readonly history: readonly Reading[];
  /** The time of the last beat, in epoch milliseconds. */
  readonly beatAt: number;
  /** What to know before the figures, as clauses. */
  readonly notes: readonly string[];
  /** The machine's display name. */
  readonly label: string;
  /** Whether the page reloads itself, because it is written again after each beat. */
  readonly reloads: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly timeZone?: string;
}
