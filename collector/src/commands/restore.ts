import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FOLDER_MODE } from "../../../src/base/disk/files.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { type RestoreResult, restoreSqlite } from "../store/index.ts";
import { readySettings } from "./ask.ts";

/** Puts a backup in the place of the database. Overwrites nothing. */
export async function restoreCommand(file: string, options: Options, output: Output): Promise<ExitCode> {
  const ready = await readySettings(options, output);
  if (ready.status === "exit") return ready.code;
  const { database } = ready.value;
  if (database.kind !== "sqlite") return refuse(output, "restore is for SQLite. Fix: run pg_restore");
  const { path } = database;
  try {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  } catch (error) {
    return refuse(output, `cannot restore to ${path}: ${describeCode(errorCode(error))}`);
  }
  const { status } = await restoreSqlite(resolve(file), path);
  if (status !== "done") return refuse(output, whyNot(status, path));
  output.out(`Restored to ${path}\n`);
  return EXIT.ok;
}

function whyNot(status: Exclude<RestoreResult["status"], "done">, path: string): string {
  switch (status) {
    case "in_use":
      return "the collector is running. Fix: stop it first";
    case "exists":
      return `there is a database at ${path}. Fix: move it away first`;
    case "dangling":
      return `${path} is a link to a missing file. Fix: remove it first`;
    case "missing":
      return "there is no such backup. Fix: check its name";
    case "not_a_file":
      return "the backup is not a regular file. Fix: name the file that backup wrote";
    case "not_a_backup":
      return "the backup cannot be used: it is corrupt, or no database of a collector";
    case "newer":
      return "the backup was made by a newer version. Fix: install that version";
    case "failed":
      return "cannot restore. Fix: check the folder and the disk";
  }
}
