import type { Writable } from "node:stream";
// @ts-expect-error the package has no types
import library from "pgpass";

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
