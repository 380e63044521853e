import type { State } from "../law/state.ts";

export type SaveResult =
  /** The state as it was saved, with its `seq`. */
  | { readonly status: "ok"; readonly state: State }
  /** Another beat saved since this one read the state: nothing was written. */
  | { readonly status: "moved" }
  /** The system error code. The file is intact: it holds the old state, or the new one if only the last flush failed. */
  | { readonly status: "failed"; readonly code: string };

/** Where the state came from: `state.json`, a recovered copy (`temporary`, `previous`), or nowhere (`fresh`). */
export type Origin = "file" | "temporary" | "previous" | "fresh";

export type OpenedState =
  | {
      readonly status: "ok";
      readonly state: State;
      readonly origin: Origin;
      /** The name under which a corrupt state file was kept. */
      readonly corruptKeptAs?: string;
      /** Writes the next state completely or not at all, with the next `seq`. Never rejects. */
      readonly save: (state: State) => Promise<SaveResult>;
    }
  | { readonly status: "newer" }
  | { readonly status: "other_program" }
  | { readonly status: "unusable"; readonly code: string };
