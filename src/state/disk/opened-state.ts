import type { State } from "../law/state.ts";

export type SaveResult =
  | { readonly status: "ok" }
  /** Another beat saved since this one read the state: nothing was written. */
  | { readonly status: "moved" }
  /** The system's code. The file is whole: the old state or, where only the last flush failed, the new one. */
  | { readonly status: "failed"; readonly code: string };

/** Where the state came from: `temporary` and `previous` are recoveries. */
export type Origin = "file" | "temporary" | "previous" | "fresh";

export type OpenedState =
  | {
      readonly status: "ok";
      readonly state: State;
      readonly origin: Origin;
      /** The name under which a spoilt state file was set aside. */
      readonly corruptKeptAs?: string;
      /** Writes the next state, whole or not at all, and counts its `seq` up. Never rejects. */
      readonly save: (state: State) => Promise<SaveResult>;
    }
  | { readonly status: "newer" }
  | { readonly status: "other_program" }
  | { readonly status: "unusable"; readonly code: string };
