import type { Past, ReadSnapshot, Unreadable } from "../ingest/index.ts";
import type { AlertStore } from "./alert-store.ts";
import type { Failures } from "./failures.ts";
import type { FleetQuery, FleetUsage, FleetUsages, MachineTotal, TotalsQuery } from "./fleet-records.ts";
import type { PackOptions, Rest, UnreadPack } from "./packs/index.ts";
import type {
  Actor,
  Authority,
  Counter,
  DatabaseState,
  LimitCourseQuery,
  LimitReading,
  LimitStretch,
  Machine,
  MachinePart,
  MergeResult,
  Newest,
  UsageQuery,
  UsageRow,
} from "./records.ts";
import type { AuditEntry, Secrets } from "./secrets.ts";
import type { ServedNote } from "./served.ts";

/**
 * What the collector keeps, on SQLite or PostgreSQL. Instants are epoch milliseconds, days are `YYYY-MM-DD`.
 *
 * Every method rejects with `StoreUnavailable`, and with nothing else that is expected, if the database cannot be reached or
 * written; answer 503. A write that rejects so may or may not be kept. `keep` alone returns this as a value.
 */
export interface Store {
  /** For SQLite the file, for PostgreSQL the host and the name: never a password. */
  readonly description: string;
  /** The key for HMACs of secrets: 32 bytes, made with the database, the same in all backups and copies. */
  readonly hmacKey: Buffer;
  readonly authority: Authority;

  /** Reads a snapshot and keeps it by the rules of docs/contract.md. It is kept once this resolves to `kept`, whatever happens after. */
  keep(push: Push): Promise<KeepResult>;

  readonly secrets: Secrets;
  readonly alerts: AlertStore;
  readonly served: ServedNote;
  /** Undefined on SQLite, where one process counts in its memory. */
  readonly failures: Failures | undefined;

  /** All machines but those merged into another, by id. */
  machines(): Promise<Machine[]>;
  /** The machines merged into this one, by id. */
  machineParts(id: string): Promise<MachinePart[]>;
  /** @param name null takes a given name away, so that the label shows again */
  renameMachine(id: string, name: string | null, by: Actor): Promise<boolean>;
  archiveMachine(id: string, archived: boolean, by: Actor): Promise<boolean>;
  /** Its tokens, and those of the machines merged into it, are answered with `revoked` until it joins again. */
  revokeMachine(id: string, by: Actor): Promise<boolean>;
  /** From now on `from` is shown as a part of `into`. Both must be of the same program. */
  mergeMachines(from: string, into: string, by: Actor): Promise<MergeResult>;
  /** Undoes a merge. @param id the machine that was merged into another */
  unmergeMachine(id: string, by: Actor): Promise<boolean>;

  /** Grouped and filtered rows, ordered by day, machine, model, account; by code unit, null first. Exact. */
  usage(query: UsageQuery): Promise<UsageRow[]>;
  /** What a page shows of a range: the costliest groups by day, and all others as one. */
  fleetUsage(query: FleetQuery): Promise<FleetUsage>;
  /** The same by every grouping, of one moment. */
  fleetUsages(query: Omit<FleetQuery, "by">): Promise<FleetUsages>;
  /** What each machine used in a range, the costliest first; those without a record of it are left out. */
  machineTotals(query: TotalsQuery): Promise<MachineTotal[]>;
  /** The newest reading of each limit. */
  limits(): Promise<LimitReading[]>;
  /** The readings that changed, oldest first. @param from @param to epoch milliseconds, both inclusive */
  limitsHistory(from: number, to: number, account?: readonly string[]): Promise<LimitReading[]>;
  /** The same, thinned, of some owners: by limit, oldest first. */
  limitCourse(query: LimitCourseQuery): Promise<LimitStretch[]>;
  /** Running totals that never fall, by machine and model. For metrics: inexact above 2^53. */
  counters(): Promise<Counter[]>;

  /** The newest entries first. @param before only those with a smaller id */
  audit(limit: number, before?: number): Promise<AuditEntry[]>;
  /** How the database is: its size, its version, its last copy. */
  state(): Promise<DatabaseState>;
  /** Resolves if the store can be written. */
  ready(): Promise<void>;
  /** Works out all sums again. @returns a line for each that differs; none if all is well */
  verify(): Promise<string[]>;
  /** How far the machines have come. @param until a day: those after it do not count */
  newest(until: string): Promise<Newest>;
  /**
   * Packs one day that is over, so that pages read it faster; if there is none, changes to packed days.
   * @param day the last one to pack
   * @returns whether a day was packed: there may be more
   */
  pack(day: string, options?: PackOptions): Promise<boolean>;
  /** Looks at every pack, and lets the damaged ones be packed again. @returns those that cannot be used */
  repairPacks(rest?: Rest): Promise<UnreadPack[]>;
  /**
   * Removes days before `day`, and readings of limits from before it, in small pieces.
   * @returns how many days of machines were removed
   */
  prune(day: string, rest?: Rest): Promise<number>;
  /** Copies the database to a new file, mode 600, while writes go on. SQLite only. */
  backup(file: string, by?: Actor): Promise<BackupResult>;
  close(): Promise<void>;
}

export interface Push {
  /** The HMAC of the machine's token. */
  readonly tokenHash: string;
  /**
   * Reads the body, once it is certain whose it is. Called again if the transaction is tried again.
   * @param past of the machine's last snapshot, if its days need not be read again
   */
  readonly read: (past: Past | null) => ReadSnapshot;
  readonly arrivedAt: number;
}

export type KeepResult =
  | { readonly status: "kept"; readonly late: boolean }
  | Unreadable
  | { readonly status: "invalid_token" | "revoked" | "other_machine" | "unavailable" };

export type BackupResult =
  | { readonly status: "done" }
  /** `postgres`: use pg_dump. */
  | { readonly status: "exists" | "postgres" | "failed" };
