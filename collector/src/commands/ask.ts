import type { Env } from "../../../src/base/edges.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { describeProblem } from "../../../src/base/settings/problem.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import {
  type Asked,
  askServer,
  type Given,
  type OperationName,
  type Result,
  runOperation,
  socketPath,
} from "../admin/index.ts";
import { loadSettings, type Settings } from "../settings/index.ts";
import { StoreUnavailable } from "../store/index.ts";
import { linksOfCommand } from "./links.ts";
import { createDatabase, openDatabase } from "./open-database.ts";

export type Ready<T> =
  | { readonly status: "ready"; readonly value: T }
  /** The problem was printed. */
  | { readonly status: "exit"; readonly code: ExitCode };

/** The settings of a command; prints each problem. */
export async function readySettings(
  options: Options,
  output: Output,
  env: Env = process.env,
): Promise<Ready<Settings>> {
  const loaded = await loadSettings(options, env);
  if (loaded.status === "ok") return { status: "ready", value: loaded.settings };
  for (const problem of loaded.problems) refuse(output, describeProblem(problem));
  return { status: "exit", code: EXIT.failed };
}

/** Has the server that runs in the folder run an operation, on the database that the settings name. */
export async function askRunning<N extends OperationName>(
  name: N,
  given: Given<N>,
  { data, database, isDatabaseGiven }: Settings,
): Promise<Asked> {
  if (database.kind !== "sqlite") return { status: "no_server" };
  const file = isDatabaseGiven ? database.path : undefined;
  return askServer(socketPath(data), { operation: name, given, database: file });
}

/** What may come before the first start: a link, a line or a key for a collector that is set up by a script. */
const MAKING: ReadonlySet<OperationName> = new Set(["admin", "invite", "key create", "person add"]);

/** Has the running server run an operation, or runs it here if there is none. */
export async function ask<N extends OperationName>(
  name: N,
  given: Given<N>,
  options: Options,
  output: Output,
): Promise<Ready<Result<N>>> {
  const ready = await readySettings(options, output);
  if (ready.status === "exit") return ready;
  const settings = ready.value;
  const exit = (message: string) => ({ status: "exit", code: refuse(output, message) }) as const;
  const asked = await askRunning(name, given, settings);
  if (asked.status === "answered") return finish(asked.outcome);
  if (asked.status === "failed") return exit(asked.reason);
  const opened = await (MAKING.has(name) ? createDatabase(settings) : openDatabase(settings));
  if (opened.status !== "open") return exit(opened.reason);
  const { store } = opened;
  try {
    const links = await linksOfCommand(settings, store);
    return finish(await runOperation(name, given, { store, links, now: Date.now() }));
  } catch (error) {
    if (error instanceof StoreUnavailable) return exit(error.message);
    throw error;
  } finally {
    await store.close();
  }

  function finish(outcome: Awaited<ReturnType<typeof runOperation>>): Ready<Result<N>> {
    return outcome.status === "done"
      ? { status: "ready", value: outcome.result as Result<N> }
      : exit(outcome.message);
  }
}
