import type { KeptDay } from "../../../src/contract/index.ts";
import type { Past } from "./past.ts";

/** A snapshot as the collector keeps it: checked, and reduced to what is stored. Made by `readSnapshot`. */
export interface Snapshot {
  readonly program: string;
  readonly machine: SentMachine;
  readonly stateId: string;
  readonly seq: number;
  readonly agentUsageVersion: string;
  readonly agentVersion: string | null;
  readonly limits: SentLimits | null;
  readonly days: readonly SentDay[];
  /** Null if the days before the newest cannot be told apart. */
  readonly past: Past | null;
  /** Whether `days` has the newest alone, because the past was known. */
  readonly isPastLeftOut: boolean;
}

/** A machine as it describes itself, in a push or when it joins. */
export interface SentMachine {
  readonly id: string;
  readonly label: string;
  readonly os: string;
  /** Null if the snapshot names none. Never empty. */
  readonly account: string | null;
}

export interface SentDay extends KeptDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** The limits of a snapshot that has any. */
export interface SentLimits {
  /** Epoch milliseconds, by the machine's clock. */
  readonly fetchedAt: number;
  readonly items: readonly SentLimit[];
}

export interface SentLimit {
  readonly kind: string;
  readonly group: string;
  /** Null for a limit of all models. Never empty. */
  readonly model: string | null;
  /** 0 to 100. */
  readonly percent: number | null;
  readonly severity: string | null;
  /** Epoch milliseconds. Null if there is none, or if it is no instant. */
  readonly resetsAt: number | null;
}
