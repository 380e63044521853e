import { randomUUID } from "node:crypto";
import { link, open, readdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { exists, realFiles } from "../../../../src/base/disk/files.ts";
import { HOUR_MS } from "../../../../src/base/durations.ts";
import { errorCode } from "../../../../src/base/errors.ts";
import type { SqliteLibrary } from "./sqlite-library.ts";

const OWNER_ONLY = 0o600;
/** What follows the name of a copy while it is made, also for SQLite's own file beside it. */
const PART = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part(?:-journal)?$/;
/** A part that was not written to for so long is left, in milliseconds. */
const LEFT_MS = HOUR_MS;

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

/**
 * Copies a SQLite database that may be written to meanwhile to a new file, for its owner only, and synced. The file gets its
 * name once it is complete, and never replaces another.
 * @param beforeNaming called once the copy is complete
 */
export async function copySqlite(
  library: SqliteLibrary["name"],
  from: string,
  to: string,
  beforeNaming: () => Promise<void> = async () => {},
): Promise<CopyResult> {
  if (await exists(to, realFiles)) return { status: "exists" };
  await removeLeftParts(to);
  const part = `${to}.${randomUUID()}.part`;
  const handle = await open(part, "wx", OWNER_ONLY).catch(() => undefined);
  if (handle === undefined) return { status: "failed" };
  try {
    await runCopy({ library, libsql: libsqlPath(library), from, to: part });
    await handle.sync();
    await beforeNaming();
    await nameFile(part, to);
    return { status: "done" };
  } catch (error) {
    return { status: errorCode(error) === "EEXIST" ? "exists" : "failed" };
  } finally {
    await handle.close();
    await rm(part, { force: true });
  }
}

/** Those of copies that were killed. One that is being made is written to all the time. */
async function removeLeftParts(to: string): Promise<void> {
  const folder = dirname(to);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(to)}.`) || !PART.test(name)) continue;
    const path = join(folder, name);
    const changedAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - changedAt > LEFT_MS) await rm(path, { force: true });
  }
}

/** Throws EEXIST if there is something of this name. */
async function nameFile(part: string, to: string): Promise<void> {
  try {
    await link(part, to);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw error;
    // A file system without hard links, such as exFAT: an empty file takes the name first.
    await (await open(to, "wx", OWNER_ONLY)).close();
    await rename(part, to);
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
