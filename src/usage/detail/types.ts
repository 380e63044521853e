import type { Counts } from "../../contract/index.ts";
import type { ScanRange } from "../types.ts";

export interface DetailRange extends ScanRange {
  /** Requests before this instant are left out. Epoch milliseconds; default: none. */
  readonly from?: number;
  /** Nothing is read if the transcripts that may have lines of the range are larger. Default: no limit. */
  readonly maxBytes?: number;
}

/** What one model used in one hour of one session. */
export interface PlacedUse {
  /** The Toronto day, `YYYY-MM-DD`. */
  readonly day: string;
  /** In local time, `YYYY-MM-DDTHH:00`. */
  readonly hour: string;
  readonly model: string;
  readonly counts: Counts;
  /** The id of the session. */
  readonly session: string;
  /** The project's name, as short as tells it from the others. */
  readonly project: string;
}

export type ScanDetail =
  | {
      readonly status: "ok";
      readonly uses: readonly PlacedUse[];
      /** Folders and files that could not be listed, inspected, opened or read. */
      readonly readErrors: number;
    }
  /** The transcripts are larger than `maxBytes`. */
  | { readonly status: "too_large" };
