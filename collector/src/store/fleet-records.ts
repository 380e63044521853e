import type { Counts } from "../../../src/contract/index.ts";
import type { TotalCost } from "../../../src/prices/index.ts";
import type { UsageCounts, UsageQuery } from "./records.ts";

export interface FleetQuery extends Omit<UsageQuery, "by"> {
  readonly by: "model" | "machine" | "account";
  /** The most groups that are told apart: 8 unless given, 50 at most. */
  readonly top?: number;
  /** What the most is: `cost` unless given. */
  readonly rankedBy?: RankedBy;
}

export type RankedBy = "cost" | "tokens";

export interface UsageSum extends UsageCounts {
  /** At list prices, each day's by model. */
  readonly cost: TotalCost;
}

export interface FleetGroup {
  /** A model, the id of a machine, or an account; null for days that came without an account. */
  readonly key: string | null;
  readonly sum: UsageSum;
}

/** What a group used of a model on a day. */
export interface FleetRow {
  readonly day: string;
  /** The place in `groups`; their number stands for all other groups. */
  readonly group: number;
  readonly model: string;
  /** One above 2^53-1 is that. */
  readonly counts: Counts;
}

export interface FleetUsage {
  /** Those that used the most first. */
  readonly groups: readonly FleetGroup[];
  /** All others, and how many they are. */
  readonly others: { readonly count: number; readonly sum: UsageSum } | undefined;
  /** Ordered by day, group, model. */
  readonly rows: readonly FleetRow[];
  /** The days with a record, in order. Of others nothing is known: they are no zeros. */
  readonly days: readonly string[];
  readonly total: UsageSum;
  /** The period before, of the same length. `days`: how many of it have a record. */
  readonly before: {
    readonly from: string;
    readonly to: string;
    readonly days: number;
    readonly sum: UsageSum;
  };
}

/** The same use by each grouping. */
export type FleetUsages = Readonly<Record<FleetQuery["by"], FleetUsage>>;

export type TotalsQuery = Pick<UsageQuery, "from" | "to" | "model" | "account">;

export interface MachineTotal extends UsageCounts {
  /** The id of the machine. */
  readonly machine: string;
  /** In dollars at list prices, in the precision of a number. Null if no model of it has a price. */
  readonly costUsd: number | null;
}
