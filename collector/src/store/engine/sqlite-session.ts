import { Additions } from "./additions.ts";
import { type Columns, columnOf, columnsOf } from "./columns.ts";
import type { Moment, Session, Value } from "./connection.ts";
import { type Positional, positional, valuesFor } from "./positional.ts";
import { sqliteTrouble } from "./sqlite-errors.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite-library.ts";
import type { Addition, Upsert } from "./upsert.ts";

/** Prepared statements kept. More than the store has, except for queries with any number of filters. */
const MAX_STATEMENTS = 300;

interface Prepared extends Pick<Positional, "order"> {
  readonly statement: SqliteStatement;
  readonly returnsRows: boolean;
}

/** A connection to a SQLite file. It is synchronous: a promise is resolved when it is returned. */
export class SqliteSession implements Session, Moment {
  readonly kind = "sqlite";
  readonly slot = 0;
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, Prepared>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #additions = new Additions();
  readonly #begin: string;

  /** @param begin how a transaction begins: one that may write takes the lock at once */
  constructor(database: SqliteDatabase, begin: "begin immediate" | "begin" = "begin immediate") {
    this.#database = database;
    this.#begin = begin;
  }

  async all<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.#attempt(() => {
      const prepared = this.#prepare(text);
      return prepared.statement.all(valuesFor(prepared, values)) as Row[];
    });
  }

  /** Each column comes as one text: reading many rows one by one takes longer than finding them. */
  async columns(text: string, values: readonly Value[]): Promise<Columns> {
    return this.#attempt(() => {
      const names = this.#namesOf(text);
      const lists = names.map((name) => `json_group_array("${name}")`).join(", ");
      const prepared = this.#prepare(`select ${lists} from (${text})`);
      const [row] = prepared.statement.all(valuesFor(prepared, values)) as [Record<string, string>];
      const columns = Object.values(row).map((list) => JSON.parse(list) as (number | string | null)[]);
      return columnsOf(names, columns.map(columnOf), columns[0]?.length ?? 0);
    });
  }

  #namesOf(text: string): readonly string[] {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_STATEMENTS) this.#names.clear();
    const names = this.#database.prepare(positional(text).text).names();
    this.#names.set(text, names);
    return names;
  }

  async run(text: string, values: readonly Value[] = []): Promise<number> {
    return this.#attempt(() => {
      const prepared = this.#prepare(text);
      return Number(prepared.statement.run(valuesFor(prepared, values)).changes);
    });
  }

  async upsert({ sqlite }: Upsert, rows: readonly (readonly Value[])[]): Promise<void> {
    this.#attempt(() => {
      const { statement } = this.#prepare(sqlite);
      for (const row of rows) statement.run(row);
    });
  }

  async add(statement: Addition, rows: readonly (readonly (string | number)[])[]): Promise<void> {
    this.#additions.add(statement, rows);
  }

  /** For Kysely: the rows of a query, or how many rows a statement changed. */
  async execute(
    text: string,
    values: readonly Value[],
  ): Promise<{ rows: unknown[]; numAffectedRows: bigint }> {
    const { returnsRows } = this.#attempt(() => this.#prepare(text));
    if (returnsRows) {
      const rows = await this.all(text, values);
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    return { rows: [], numAffectedRows: BigInt(await this.run(text, values)) };
  }

  async begin(): Promise<void> {
    this.exec(this.#begin);
  }

  async commit(): Promise<void> {
    for (const [statement, rows] of this.#additions.take()) await this.upsert(statement, rows);
    this.exec("commit");
  }

  /** Does nothing if SQLite has rolled back already, as it does when the disk is full. */
  async rollback(): Promise<void> {
    this.#additions.backTo(0);
    try {
      this.#database.exec("rollback");
    } catch {
      // No transaction is open.
    }
  }

  /** Begins a part of the transaction. @returns the functions that end it: one keeps what it did, one undoes that */
  part(): { keep: () => void; undo: () => void } {
    const mark = this.#additions.length;
    this.exec("savepoint part");
    return {
      keep: () => this.exec("release part"),
      undo: () => {
        this.#additions.backTo(mark);
        this.exec("rollback to part");
        this.exec("release part");
      },
    };
  }

  exec(text: string): void {
    this.#attempt(() => this.#database.exec(text));
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw sqliteTrouble(error);
    }
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    const { text: marked, order } = positional(text);
    const prepared = {
      statement: this.#database.prepare(marked),
      order,
      returnsRows: /^\s*(?:select|with|pragma|values)\b|\breturning\b/i.test(text),
    };
    this.#prepared.set(text, prepared);
    return prepared;
  }
}
