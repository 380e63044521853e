import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
// @ts-expect-error the package has no types
import library from "pgpass";
import { errorCode } from "../../../../src/base/errors.ts";
import { describeCode } from "../../../../src/base/system-errors.ts";

/** Whose password it is. */
interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

interface PgPass {
  (login: Login, done: (password: string | undefined) => void): void;
  warnTo(stream: Writable): void;
}

const pgpass = library as PgPass;

// Its warnings are lines of their own, between those of the log, and name a path. A file that others can read is not used.
pgpass.warnTo({ writable: false } as unknown as Writable);

/** The password in the file that `PGPASSFILE` names, or in `~/.pgpass`. It is read for each connection. */
export function passwordInFile(login: Login): Promise<string | undefined> {
  return new Promise((resolve) => pgpass(login, resolve));
}

const OTHERS = 0o077;

/** Why no password was read from the file, and what helps; undefined if it can be read. The words name the file. */
export function passwordFileProblem(): { readonly what: string; readonly fix: string } | undefined {
  const { PGPASSFILE } = process.env;
  const file = PGPASSFILE ?? join(homedir(), ".pgpass");
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return { what: `${file} is no file`, fix: "name a file in PGPASSFILE" };
    if ((stats.mode & OTHERS) !== 0)
      return { what: `${file} is not used, because others can read it`, fix: `chmod 600 ${file}` };
    accessSync(file, constants.R_OK);
    return undefined;
  } catch (error) {
    if (PGPASSFILE === undefined)
      return { what: "there is none", fix: "write it to a file of mode 600, and name that in PGPASSFILE" };
    return {
      what: `${file} cannot be read: ${describeCode(errorCode(error))}`,
      fix: "correct PGPASSFILE, or give the file to the collector's user",
    };
  }
}
