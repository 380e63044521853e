import type { Snapshot } from "../../ingest/index.ts";

/** A snapshot that was read, and when it arrived. */
export interface Arrived {
  readonly snapshot: Snapshot;
  readonly arrivedAt: number;
}
