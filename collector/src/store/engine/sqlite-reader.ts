import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { type Columns, columnsOf } from "./columns.ts";
import { commitOrRollBack, type Moment, type Value } from "./connection.ts";
import { Mutex } from "./mutex.ts";
import { positional, valuesFor } from "./positional.ts";
import { sqliteTrouble } from "./sqlite-errors.ts";
import { asInteger, type SqliteName } from "./sqlite-library.ts";
import { READER } from "./sqlite-reader-thread.ts";
import { StoreUnavailable } from "./unavailable.ts";

type Row = readonly unknown[];

type Answer =
  | {
      readonly id: number;
      readonly names: readonly string[];
      readonly columns: Parameters<typeof columnsOf>[1];
      readonly length: number;
    }
  | {
      readonly id: number;
      readonly names: readonly string[];
      readonly rows: readonly Row[];
      readonly isLast: boolean;
    }
  | { readonly id: number; readonly error: { readonly message: string; readonly rawCode?: number } };

interface Query {
  readonly text: string;
  readonly values: readonly Value[] | undefined;
  readonly isByColumn: boolean;
}

interface Asked {
  readonly onRows: (names: readonly string[], rows: readonly Row[]) => void;
  readonly resolve: (columns?: Columns) => void;
  readonly reject: (error: unknown) => void;
}

export interface ReaderMemory {
  /** What the connection keeps of the file: the system has all of it, too. */
  readonly cacheKib: number;
  /** For what lives shortly, such as rows. V8 takes much more if it may. */
  readonly maxYoungGenerationSizeMb?: number;
}

/** A second connection to a SQLite file, in a thread of its own: however long a query takes, pushes go on. */
export class SqliteReader {
  readonly #library: SqliteName;
  readonly #file: string;
  readonly #memory: ReaderMemory;
  readonly #mutex = new Mutex();
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(library: SqliteName, file: string, memory: ReaderMemory) {
    this.#library = library;
    this.#file = file;
    this.#memory = memory;
  }

  /** Runs queries that all see one moment. Those of one caller follow those of another. */
  async moment<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    const release = await this.#mutex.lock();
    try {
      const session = new ReadingSession(
        (text, values) => this.#rows(text, values),
        (text, values) => this.#columns(text, values),
      );
      return await commitOrRollBack(session, () => work(session));
    } finally {
      release();
    }
  }

  /** Before the connection that writes, which then is the last and folds the log. */
  async close(): Promise<void> {
    const release = await this.#mutex.lock();
    const worker = this.#worker;
    if (worker !== undefined) {
      worker.ref();
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage(null);
      await ended;
    }
    release();
  }

  async #rows(text: string, values?: readonly Value[]): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = [];
    await this.#ask({ text, values, isByColumn: false }, (names, rows) => {
      for (const row of rows) all.push(objectOf(names, row));
    });
    return all;
  }

  async #columns(text: string, values: readonly Value[]): Promise<Columns> {
    const columns = await this.#ask({ text, values, isByColumn: true }, () => {});
    return columns ?? columnsOf([], [], 0);
  }

  #ask({ text, values, isByColumn }: Query, onRows: Asked["onRows"]): Promise<Columns | undefined> {
    const worker = this.#started();
    const { text: marked, order } = positional(text);
    const given = values && valuesFor({ order }, values);
    const bound = this.#library === "libsql" ? given?.map(asInteger) : given;
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { onRows, resolve, reject });
      worker.ref();
      worker.postMessage({ id, text: marked, values: bound, isByColumn });
    });
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const libsql = this.#library === "libsql" ? createRequire(import.meta.url).resolve("libsql") : undefined;
    const { cacheKib, ...resourceLimits } = this.#memory;
    const workerData = { library: this.#library, libsql, file: this.#file, cacheKib };
    const worker = new Worker(READER, { eval: true, workerData, resourceLimits, execArgv: [] });
    worker.on("message", (answer: Answer) => this.#answered(worker, answer));
    worker.on("error", (error) => this.#ended(worker, error));
    worker.on("exit", () => this.#ended(worker, undefined));
    this.#worker = worker;
    return worker;
  }

  #answered(worker: Worker, answer: Answer): void {
    const asked = this.#asked.get(answer.id);
    if (asked === undefined) return;
    if ("rows" in answer) {
      asked.onRows(answer.names, answer.rows);
      if (!answer.isLast) return;
    }
    this.#asked.delete(answer.id);
    // A collector that stops does not wait for a thread that has nothing to do.
    if (this.#asked.size === 0) worker.unref();
    if ("error" in answer) {
      const { message, ...code } = answer.error;
      asked.reject(sqliteTrouble(Object.assign(new Error(message), code)));
    } else
      asked.resolve("columns" in answer ? columnsOf(answer.names, answer.columns, answer.length) : undefined);
  }

  /** The next query starts another. */
  #ended(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const { reject } of this.#asked.values()) reject(new StoreUnavailable("disk", error));
    this.#asked.clear();
  }
}

/** Rows are many: nothing is made for each but its object. */
function objectOf(names: readonly string[], row: Row): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) object[names[index] ?? ""] = row[index];
  return object;
}

type Ask = (text: string, values?: readonly Value[]) => Promise<Record<string, unknown>[]>;

class ReadingSession implements Moment {
  readonly kind = "sqlite";
  readonly #ask: Ask;
  readonly columns: Moment["columns"];

  constructor(ask: Ask, columns: Moment["columns"]) {
    this.#ask = ask;
    this.columns = columns;
  }

  async all<Found>(text: string, values: readonly Value[] = []): Promise<Found[]> {
    return (await this.#ask(text, values)) as Found[];
  }

  async execute(
    text: string,
    values: readonly Value[],
  ): Promise<{ rows: unknown[]; numAffectedRows: bigint }> {
    const rows = await this.#ask(text, values);
    return { rows, numAffectedRows: BigInt(rows.length) };
  }

  async begin(): Promise<void> {
    await this.#ask("begin");
  }

  async commit(): Promise<void> {
    await this.#ask("commit");
  }

  async rollback(): Promise<void> {
    await this.#ask("rollback").catch(() => []);
  }
}
