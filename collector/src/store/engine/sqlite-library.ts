import { createRequire } from "node:module";
import type { Value } from "./connection.ts";

/** The part of a SQLite library that the store needs. Both libraries work synchronously. */
export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(values: readonly Value[]): unknown[];
  /** The names of its columns. */
  names(): string[];
  run(values: readonly Value[]): { changes: number | bigint };
}

export type SqliteName = "node:sqlite" | "libsql";

export interface SqliteLibrary {
  readonly name: SqliteName;
  /** @param isReadOnly for a file that another connection writes */
  open(file: string, isReadOnly?: boolean): SqliteDatabase;
}

/** The first Node whose own SQLite has everything that the store needs. */
const FIRST_NODE = [22, 16] as const;

/** Node's own SQLite, and the optional package `libsql`: what there is of them, the better one first. */
export function sqliteLibraries(): SqliteLibrary[] {
  return [nodeSqlite(), libsql()].filter((library) => library !== undefined);
}

function nodeSqlite(): SqliteLibrary | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < FIRST_NODE[0] || (major === FIRST_NODE[0] && minor < FIRST_NODE[1])) return undefined;
  const library = withoutExperimentalWarning(() => process.getBuiltinModule("node:sqlite")) as
    | NodeSqlite
    | undefined;
  if (library === undefined) return undefined;
  return {
    name: "node:sqlite",
    open: (file, isReadOnly = false) => {
      const database = new library.DatabaseSync(file, { readOnly: isReadOnly });
      return {
        exec: (text) => database.exec(text),
        prepare: (text) => {
          const statement = database.prepare(text);
          return {
            all: (values) => statement.all(...values),
            names: () => statement.columns().map(({ name }) => name),
            run: (values) => statement.run(...values),
          };
        },
        close: () => database.close(),
      };
    },
  };
}

/** Declared here, because the types of older Nodes do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean },
  ) => {
    exec(text: string): void;
    prepare(text: string): {
      all(...values: readonly Value[]): unknown[];
      columns(): readonly { readonly name: string }[];
      run(...values: readonly Value[]): { changes: number | bigint };
    };
    close(): void;
  };
}

interface Libsql {
  new (
    file: string,
  ): {
    exec(text: string): void;
    prepare(text: string): LibsqlStatement;
    close(): void;
  };
}

interface LibsqlStatement extends Omit<SqliteStatement, "names"> {
  columns(): readonly { readonly name: string }[];
}

function libsql(): SqliteLibrary | undefined {
  let Library: Libsql;
  try {
    Library = createRequire(import.meta.url)("libsql") as Libsql;
  } catch {
    return undefined;
  }
  return {
    name: "libsql",
    open: (file) => {
      const database = new Library(file);
      return {
        exec: (text) => database.exec(text),
        prepare: (text) => {
          const statement = database.prepare(text);
          return {
            all: (values) => statement.all(values.map(asInteger)),
            names: () => statement.columns().map(({ name }) => name),
            run: (values) => statement.run(values.map(asInteger)),
          };
        },
        close: () => database.close(),
      };
    },
  };
}

/** libsql binds every number as a real one, and only a bigint as an integer. */
export const asInteger = (value: Value): Value => (typeof value === "number" ? BigInt(value) : value);

/** Node 22 prints a warning when its SQLite is loaded. Users can do nothing about it. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
