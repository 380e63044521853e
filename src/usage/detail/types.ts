import type { Counts } from "../../contract/index.ts";
import type { Scanner, ScanRange } from "../types.ts";

/** What usage can be told apart by, beside day and model. */
export type PlaceKey = "project" | "session" | "hour";

export interface DetailRange extends ScanRange {
  /** Requests before this instant are left out. Epoch milliseconds; default: none. */
  readonly from?: number;
  /** Default: all of them. Each takes time and memory. */
  readonly by?: readonly PlaceKey[];
  /** Nothing is read if what has to be read for it is larger. Default: no limit. */
  readonly maxBytes?: number;
}

/** What one model used on one day, and where and when as far as that was asked for. */
export interface PlacedUse {
  /** The Toronto day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly model: string;
  readonly counts: Counts;
  /** In local time, `YYYY-MM-DDTHH:00`. */
  readonly hour?: string;
  /** The id of the session. */
  readonly session?: string;
  /** The project's name, as short as tells it from the others. Absent if the session names no folder. */
  readonly project?: string;
}

export type ScanDetail =
  | {
      readonly status: "ok";
      readonly uses: readonly PlacedUse[];
      /** Folders and files that could not be listed, inspected, opened or read. */
      readonly readErrors: number;
    }
  /** What has to be read is larger than `maxBytes`. */
  | { readonly status: "too_large" };

export interface PlaceScanner extends Scanner {
  /** Where usage went. Reads only what none of its scans has read. */
  detail(range?: DetailRange): Promise<ScanDetail>;
}
