import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { DATABASE_FORM, type Database, hasPassword, parseDatabase } from "../settings/index.ts";
import { type CopyResult, copyStore } from "../store/index.ts";
import { readySettings } from "./ask.ts";
import { storeOptions } from "./open-database.ts";

const STILL_RUNNING = `The collector still runs, and what it receives from now on is not in the copy. To move without a gap, stop it
and copy to an empty database. If you switch to this copy instead, machines fill the gap with their next
push; those that have joined in between must join again.
`;

/** Copies all of the database to another, empty one, also while a collector runs on it. */
export async function copyCommand(options: Options, output: Output): Promise<ExitCode> {
  const ready = await readySettings(options, output);
  if (ready.status === "exit") return ready.code;
  const { database } = ready.value;
  const to = options.get("to");
  if (typeof to !== "string") return refuse(output, "copy needs --to, the database to copy to");
  if (hasPassword(to)) return refuse(output, "--to must not hold a password. Fix: put it in PGPASSFILE");
  const target = parseDatabase(to);
  if (target === undefined) return refuse(output, `--to ${DATABASE_FORM}`);
  if (nameOf(target) === nameOf(database))
    return refuse(output, "--to names the database that is copied. Fix: name another one");
  const until = new Date().toISOString();
  const copied = await copyStore(storeOptions(database), storeOptions(target));
  if (copied.status !== "copied") return refuse(output, whyNot(copied));
  output.out(`Copied ${copied.rows} rows, and compared every row and every sum.\n`);
  output.out(`The copy has everything up to ${until}.\n`);
  if (copied.isServed) output.out(STILL_RUNNING);
  return EXIT.ok;
}

function nameOf(database: Database): string {
  return database.kind === "sqlite" ? database.path : database.url;
}

function whyNot(result: Exclude<CopyResult, { status: "copied" }>): string {
  switch (result.status) {
    case "not_empty":
      return "the database to copy to is not empty, so nothing was copied. Fix: name an empty one";
    case "other_version":
      return "the collector that runs is of another version, so nothing was copied. Fix: stop it, or start this version";
    case "differs":
      return `the table ${result.table} read back differs from what was written, so nothing was copied`;
    case "wrong_sums":
      return `everything was copied, but ${result.wrong.length} sums are wrong in both databases. Fix: run doctor --verify`;
    case "failed":
      return result.reason;
  }
}
