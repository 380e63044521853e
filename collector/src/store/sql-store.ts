import type { Kysely } from "kysely";
import { secretsOf } from "./access/index.ts";
import type { AlertStore } from "./alert-store.ts";
import { alertsOf } from "./alerts/index.ts";
import { listAudit, note } from "./audit.ts";
import { archiveMachine, renameMachine, revokeMachine } from "./change-machine.ts";
import { againAfterFailover, type Engine, repeatedTransaction } from "./engine/connection.ts";
import { StoreUnavailable } from "./engine/unavailable.ts";
import { type Failures, SharedFailures } from "./failures.ts";
import type { FleetQuery, TotalsQuery } from "./fleet-records.ts";
import { keep } from "./law/keep.ts";
import { merge, unmerge } from "./merge.ts";
import {
  otherTurn,
  type PackOptions,
  packDay,
  type Rest,
  repairPacks,
  type UnreadPack,
} from "./packs/index.ts";
import { prune } from "./prune.ts";
import { listCounters } from "./queries/counters.ts";
import { fleetUsage, fleetUsages, GROUPS, machineTotals, usage } from "./queries/fleet/index.ts";
import { Kept } from "./queries/kept.ts";
import { allMachines } from "./queries/kept-machines.ts";
import { limitCourse } from "./queries/limit-course.ts";
import { limitChanges, newestLimits } from "./queries/limits.ts";
import { listParts } from "./queries/machines.ts";
import { newest } from "./queries/newest.ts";
import { type Reading, readingOn } from "./queries/reading.ts";
import { BACKUP, databaseState } from "./queries/state.ts";
import { verifySums } from "./queries/verify.ts";
import type { Actor, Authority, LimitCourseQuery, MergeResult, UsageQuery } from "./records.ts";
import type { Secrets } from "./secrets.ts";
import { type ServedNote, servedOn } from "./served.ts";
import type { BackupResult, KeepResult, Push, Store } from "./store.ts";
import type { Tables } from "./tables.ts";

interface SqlStoreParts {
  readonly engine: Engine;
  readonly db: Kysely<Tables>;
  readonly meta: Pick<Store, "hmacKey" | "authority">;
  readonly copyTo: (file: string) => Promise<BackupResult>;
  /** Of a thread that makes pages, where all machines may be kept in memory. */
  readonly isReader?: boolean;
}

/** The store on any SQL database. */
export class SqlStore implements Store {
  readonly description: string;
  readonly hmacKey: Buffer;
  readonly authority: Authority;
  readonly secrets: Secrets;
  readonly alerts: AlertStore;
  readonly served: ServedNote;
  readonly failures: Failures | undefined;
  readonly #engine: Engine;
  readonly #db: Kysely<Tables>;
  readonly #kept: Kept;
  readonly #copyTo: (file: string) => Promise<BackupResult>;

  constructor({ engine, db, meta, copyTo, isReader = false }: SqlStoreParts) {
    this.#engine = engine;
    this.#db = db;
    this.#copyTo = copyTo;
    this.#kept = new Kept(isReader);
    this.description = engine.description;
    this.hmacKey = meta.hmacKey;
    this.authority = meta.authority;
    this.secrets = secretsOf(db, engine);
    this.alerts = alertsOf(db, engine.kind);
    this.served = servedOn(db);
    this.failures = engine.kind === "postgres" ? new SharedFailures(engine, meta.hmacKey) : undefined;
  }

  async keep(push: Push): Promise<KeepResult> {
    try {
      return await this.#engine.grouped((connection) => keep(connection, push));
    } catch (error) {
      if (error instanceof StoreUnavailable) return { status: "unavailable" };
      throw error;
    }
  }

  machines() {
    return this.#moment(allMachines);
  }

  machineParts(id: string) {
    return listParts(this.#db, id);
  }

  renameMachine(id: string, name: string | null, by: Actor) {
    return renameMachine(this.#db, id, name, by);
  }

  archiveMachine(id: string, archived: boolean, by: Actor) {
    return archiveMachine(this.#db, id, archived, by);
  }

  revokeMachine(id: string, by: Actor) {
    return revokeMachine(this.#db, id, by);
  }

  mergeMachines(from: string, into: string, by: Actor): Promise<MergeResult> {
    return repeatedTransaction(this.#engine, (session) => merge(session, from, into, by));
  }

  unmergeMachine(id: string, by: Actor): Promise<boolean> {
    return repeatedTransaction(this.#engine, (session) => unmerge(session, id, by));
  }

  usage(query: UsageQuery) {
    return this.#moment((reading, kept) => usage(reading, kept, query));
  }

  fleetUsage(query: FleetQuery) {
    return this.#moment((reading, kept) => fleetUsage(reading, kept, query));
  }

  fleetUsages(query: Omit<FleetQuery, "by">) {
    return this.#moment((reading, kept) => fleetUsages(reading, kept, query, GROUPS));
  }

  machineTotals(query: TotalsQuery) {
    return this.#moment((reading, kept) => machineTotals(reading, kept, query));
  }

  /** Runs queries that all see one moment, while pushes go on. */
  #moment<T>(work: (reading: Reading, kept: Kept) => Promise<T>): Promise<T> {
    return againAfterFailover(() => this.#engine.moment((session) => work(readingOn(session), this.#kept)));
  }

  limits() {
    return this.#moment(({ db }) => newestLimits(db));
  }

  limitsHistory(from: number, to: number, account?: readonly string[]) {
    return this.#moment(({ db }) => limitChanges(db, from, to, account));
  }

  limitCourse(query: LimitCourseQuery) {
    return this.#moment((reading, kept) => limitCourse(reading, kept, query));
  }

  counters() {
    return this.#moment(({ db }) => listCounters(db));
  }

  audit(limit: number, before?: number) {
    return listAudit(this.#db, limit, before);
  }

  ready(): Promise<void> {
    return this.#engine.ready();
  }

  verify(): Promise<string[]> {
    return verifySums(this.#db, this.#engine.kind);
  }

  newest(until: string) {
    return newest(this.#db, until);
  }

  pack(day: string, options?: PackOptions): Promise<boolean> {
    return packDay(this.#engine, day, options);
  }

  repairPacks(rest: Rest = otherTurn): Promise<UnreadPack[]> {
    return repairPacks(this.#engine, rest);
  }

  prune(day: string, rest?: Rest): Promise<number> {
    return prune(this.#engine, day, rest);
  }

  state() {
    return databaseState(this.#db, this.#engine.kind);
  }

  async backup(file: string, by?: Actor) {
    const result = await this.#copyTo(file);
    if (result.status === "done" && by !== undefined) await note(this.#db, by, BACKUP, "");
    return result;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
