import type { LimitsResult } from "../contract/index.ts";
import type { KeychainFailure } from "../failures/index.ts";
import type { PushResult } from "../push/index.ts";

/** What a beat resolves to (rule LIBRARY-4). */
export type BeatResult =
  | {
      readonly status: "done";
      readonly seq: number;
      readonly limits: LimitsResult;
      /** What is known of a login in the macOS Keychain, if it is why there are no new limits. */
      readonly keychain?: KeychainFailure;
      readonly readErrors: number;
      /** How many days this beat froze. */
      readonly frozen: number;
      readonly push: PushResult | "off";
    }
  | Ending
  /** Ended by the signal before anything was written. */
  | { readonly status: "aborted" };

/** Ends a beat before anything is written. */
export type Ending =
  /** Another beat is running, or saved first. */
  | { readonly status: "overlap" }
  | { readonly status: "state_unusable"; readonly reason: "newer" | "unwritable" | "other_program" };

export const OVERLAP: Ending = { status: "overlap" };
export const UNWRITABLE: Ending = { status: "state_unusable", reason: "unwritable" };
