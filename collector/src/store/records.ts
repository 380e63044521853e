import type { SentLimit } from "../ingest/index.ts";
import type { COUNTS } from "./counts.ts";

/** Who changed something: a name for the audit log, and the address it came from, if any. */
export interface Actor {
  readonly who: string;
  readonly from: string | null;
  readonly at: number;
}

/** A secret as it is stored: its HMAC, and 8 clear characters to find it by. */
export interface NewSecret {
  readonly hash: string;
  readonly prefix: string;
}

/** How the database is. */
export interface DatabaseState {
  readonly kind: "sqlite" | "postgres";
  /** What it takes on the disk. */
  readonly bytes: number;
  /** Of SQLite, or of the PostgreSQL server. */
  readonly version: string;
  /** The last change to its tables, such as `003-people`. */
  readonly schema: string;
  /** When a copy was last made by the collector. Null if never. */
  readonly backupAt: number | null;
}

/** The newest that is known of all machines; null if there is nothing. */
export interface Newest {
  /** When one was last seen, by the collector's clock. */
  readonly seen: number | null;
  /** The newest day that one sent, by the machines' clocks. */
  readonly day: string | null;
}

/** A machine as `GET /api/v1/machines` shows it, and a little more. */
export interface Machine {
  readonly id: string;
  readonly program: string;
  readonly machineId: string;
  /** As the machine sent it last. */
  readonly label: string;
  /** The name given to it here; wins over the label. */
  readonly name: string | null;
  readonly os: string;
  readonly account: string | null;
  readonly agentVersion: string | null;
  readonly agentUsageVersion: string | null;
  /** When it joined. */
  readonly firstSeen: number;
  /** When its last push arrived, or that of a machine merged into it. Null before the first. */
  readonly lastSeen: number | null;
  readonly archived: boolean;
  readonly revoked: boolean;
  /** When two homes were last seen to push as this machine, in turn. Null if never. */
  readonly twoHomesAt: number | null;
  /** The ids of machines merged into this one. */
  readonly merged: readonly string[];
}

/** A machine that was merged into another. */
export interface MachinePart {
  readonly id: string;
  readonly label: string;
  readonly machineId: string;
  readonly lastSeen: number | null;
  /** The machine that it was merged into, which may be a part itself. */
  readonly into: string;
}

export type MergeResult =
  | { readonly status: "merged" }
  /** `merged_already`: one of the two is part of another machine. */
  | { readonly status: "unknown" | "same" | "other_program" | "merged_already" };

export const GROUPINGS = ["day", "machine", "model", "account"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface UsageQuery {
  /** Days, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** May be empty: then one row with everything, if any day is held. */
  readonly by: readonly Grouping[];
  /** Any of these; absent or empty for all. `null` is the account of days that came without one. */
  readonly machine?: readonly string[];
  readonly model?: readonly string[];
  readonly account?: readonly (string | null)[];
}

/** Sums: exact, and stop at 2^63-1. */
export type UsageCounts = Readonly<Record<(typeof COUNTS)[number][0], bigint>>;

/** The keys are there if the query groups by them. */
export interface UsageRow extends UsageCounts {
  readonly day?: string;
  readonly machine?: string;
  readonly model?: string;
  readonly account?: string | null;
}

/** A reading of a limit. It belongs to an account, or to a machine that names none. */
export interface LimitReading extends SentLimit {
  readonly account: string | null;
  /** Null if there is an account. */
  readonly machine: string | null;
  /** Never later than its arrival. */
  readonly fetchedAt: number;
}

export interface LimitCourseQuery {
  /** Epoch milliseconds, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Whole milliseconds, at least 1: readings of one limit and one reset within it become one. */
  readonly step: number;
  /** Whose limits: of these accounts, and of these machines that name none. */
  readonly accounts: readonly string[];
  readonly machines: readonly string[];
}

/** The readings of a limit before one reset, within a step of time. */
export interface LimitStretch extends Omit<LimitReading, "percent" | "severity" | "fetchedAt"> {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly last: number;
  readonly highest: number;
  /** When it was first at 100 percent; null if it was not. */
  readonly fullAt: number | null;
}

/** What a machine used of a model since it joined. */
export interface Counter {
  readonly program: string;
  readonly machine: string;
  readonly model: string;
  /** When the machine joined, in epoch milliseconds. */
  readonly since: number;
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
}

/** The collector's own certificate authority, in PEM. */
export interface Authority {
  readonly certificate: string;
  readonly key: string;
}
