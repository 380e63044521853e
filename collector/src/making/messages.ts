import type { Answer, Asked } from "../server/index.ts";
import type { StoreUnavailable } from "../store/index.ts";

/** What a thread begins with. */
export interface ThreadData {
  /** As in `StoreOptions`: it may hold a password. */
  readonly database: string;
}

/** To the thread: a request, or null, with which it ends. */
export type ToThread = { readonly id: number; readonly asked: Asked } | null;

export type FromThread =
  | { readonly id: number; readonly answer: Answer }
  /** The store cannot be used. */
  | { readonly id: number; readonly trouble: StoreUnavailable["trouble"] }
  | { readonly id: number; readonly error: unknown };
