import { open, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { SqliteLibrary } from "./sqlite-library.ts";

const OWNER_ONLY = 0o600;

/** In a thread of its own, so that pushes go on: a reader of SQLite's write-ahead log sees one moment of the database. */
const COPY = `
const { workerData: { library, libsql, from, to } } = require("node:worker_threads");
process.emitWarning = () => {};
const database =
  library === "libsql" ? new (require(libsql))(from) : new (require("node:sqlite").DatabaseSync)(from, { readOnly: true });
database.exec("pragma busy_timeout = 2000");
const statement = database.prepare("vacuum into ?");
library === "libsql" ? statement.run([to]) : statement.run(to);
database.close();
`;

export type CopyResult = { readonly status: "done" | "exists" | "failed" };

/** Copies a SQLite database that may be written to meanwhile to a new file, for its owner only, and synced. */
export async function copySqlite(
  library: SqliteLibrary["name"],
  from: string,
  to: string,
): Promise<CopyResult> {
  const handle = await open(to, "wx", OWNER_ONLY).catch((error: NodeJS.ErrnoException) => error);
  if (handle instanceof Error) return { status: handle.code === "EEXIST" ? "exists" : "failed" };
  try {
    await runCopy({ library, libsql: libsqlPath(library), from, to });
    await handle.sync();
    return { status: "done" };
  } catch {
    await rm(to, { force: true });
    return { status: "failed" };
  } finally {
    await handle.close();
  }
}

const libsqlPath = (library: SqliteLibrary["name"]) =>
  library === "libsql" ? createRequire(import.meta.url).resolve("libsql") : undefined;

function runCopy(workerData: Record<string, string | undefined>): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(COPY, { eval: true, workerData, execArgv: [] });
    worker.once("error", reject);
    worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("the copy was not made"))));
  });
}
