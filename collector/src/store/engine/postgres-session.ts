import { createHash } from "node:crypto";
import type { PoolClient, QueryArrayConfig, QueryConfig } from "pg";
import { type Columns, columnsOf, packRows } from "./columns.ts";
import type { Moment, Session, Value } from "./connection.ts";
import { postgresTrouble } from "./postgres-errors.ts";
import type { PostgresHost } from "./postgres-host.ts";
import { StoreUnavailable } from "./unavailable.ts";
import type { Addition, Upsert } from "./upsert.ts";

/** How long a commit may take, in milliseconds: one that waits for a standby that is gone never ends. */
const COMMIT_MS = 30_000;

interface SessionParts {
  readonly host: PostgresHost;
  /**
   * The name of each statement that the server is to keep prepared: a digest of it. Behind PgBouncer, processes share connections, and
   * no name may stand for different statements.
   */
  readonly names: Map<string, string>;
  /** Called when the connection cannot be used any more. */
  readonly onTrouble: () => void;
  readonly onRelease: () => void;
}

/** Rows that a sum is spread over: enough for the connections of six processes. */
const SLOTS = 64;

/** A connection to PostgreSQL while somebody uses it. */
export class PostgresSession implements Session, Moment {
  readonly kind = "postgres";
  readonly #client: PoolClient;
  readonly #parts: SessionParts;
  #isBroken = false;
  /** Since when it has waited for an answer. */
  #since: number | undefined;
  #isWarned = false;
  #isReleased = false;
  #answer: Promise<unknown> | undefined;
  readonly #givenUp: Promise<never>;
  #giveUp: () => void = () => {};
  readonly #onNotice = ({ severity }: { severity?: string | undefined }) => {
    if (severity === "WARNING") this.#isWarned = true;
  };

  constructor(client: PoolClient, parts: SessionParts) {
    this.#client = client;
    this.#parts = parts;
    client.on("notice", this.#onNotice);
    this.#givenUp = new Promise((_, reject) => {
      this.#giveUp = () => reject(new StoreUnavailable("not_certain"));
    });
    this.#givenUp.catch(() => {});
  }

  /** By the number of its process in PostgreSQL: these are given out in turn, so connections rarely wait for one another's commits. */
  get slot(): number {
    const { processID } = this.#client as PoolClient & { readonly processID?: number | null };
    return (processID ?? 0) % SLOTS;
  }

  get host(): PostgresHost {
    return this.#parts.host;
  }

  /** How long it has waited for an answer, in milliseconds. */
  get waitsFor(): number {
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }

  async all<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return (await this.#query(this.#prepared(text, values))).rows as Row[];
  }

  async run(text: string, values: readonly Value[] = []): Promise<number> {
    return (await this.#query(this.#prepared(text, values))).rowCount ?? 0;
  }

  async upsert({ postgres, width }: Upsert, rows: readonly (readonly Value[])[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
    await this.#query(this.#prepared(postgres, columns));
  }

  /** At once: other connections add to other rows at the same time. */
  async add(statement: Addition, rows: readonly (readonly Value[])[]): Promise<void> {
    await this.upsert(statement, rows);
  }

  async execute(
    text: string,
    values: readonly Value[],
  ): Promise<{ rows: unknown[]; numAffectedRows: bigint }> {
    const { rows, rowCount } = await this.#query({ text, values: [...values] });
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async columns(text: string, values: readonly Value[]): Promise<Columns> {
    const asked: QueryArrayConfig = { text, values: [...values], rowMode: "array" };
    const { rows, fields } = await this.#query(asked);
    const names = fields.map(({ name }) => name);
    return columnsOf(names, packRows(rows as unknown as unknown[][], names.length), rows.length);
  }

  async begin(): Promise<void> {
    this.#isWarned = false;
    await this.#query({ text: "begin isolation level read committed" });
  }

  /**
   * A warning means that it is not certain that the transaction is kept: that is how PostgreSQL says that it has stopped
   * waiting for its standby. A commit is never cancelled, because a cancelled one would be just that.
   */
  async commit(): Promise<void> {
    const timer = setTimeout(() => this.abandon(), COMMIT_MS);
    const { command } = await this.#query({ text: "commit" }).finally(() => clearTimeout(timer));
    if (command === "COMMIT" && !this.#isWarned) return;
    this.#isBroken = true;
    throw new StoreUnavailable("not_certain");
  }

  async rollback(): Promise<void> {
    if (this.#isBroken) return;
    await this.#query({ text: "rollback" }).catch(() => {
      this.#isBroken = true;
    });
  }

  /**
   * Ends the connection at once, whatever it is waiting for. What waits for it rejects with `StoreUnavailable`. For a server that
   * is gone: one that still runs would go on for nobody.
   */
  destroy(): void {
    this.#break();
    this.#free();
  }

  /**
   * What waits for the connection rejects with `StoreUnavailable`. The connection itself stays one of the pool until the server
   * has answered: a server does not notice that its client has gone while it waits for a standby, and would soon have no
   * connection left for anybody, such as the standby that it waits for.
   */
  abandon(): void {
    this.#break();
    this.#giveUp();
  }

  /** Gives the connection back, unless it is broken; once the server has answered. */
  release(): void {
    const free = () => this.#free();
    if (this.#answer === undefined) free();
    else void this.#answer.then(free, free);
  }

  #free(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#client.off("notice", this.#onNotice);
    this.#client.release(this.#isBroken);
    this.#parts.onRelease();
  }

  #break(): void {
    this.#isBroken = true;
    this.#parts.onTrouble();
  }

  #prepared(text: string, values: readonly unknown[]): QueryConfig {
    const { names } = this.#parts;
    const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
    names.set(text, name);
    return { name, text, values: [...values] };
  }

  async #query(config: QueryConfig | QueryArrayConfig) {
    if (this.#isBroken) throw new StoreUnavailable("connection");
    this.#since = performance.now();
    const answer = this.#client.query(config).finally(() => {
      this.#since = undefined;
      this.#answer = undefined;
    });
    this.#answer = answer;
    try {
      return await Promise.race([answer, this.#givenUp]);
    } catch (error) {
      const trouble = postgresTrouble(error);
      if (trouble instanceof StoreUnavailable && trouble.trouble !== "busy") this.#break();
      throw trouble;
    }
  }
}
