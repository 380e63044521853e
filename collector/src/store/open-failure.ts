import { NoPrimary } from "./engine/postgres-primary.ts";
import { type Reason, reasonOf } from "./engine/postgres-reasons.ts";
import { OldServer } from "./engine/postgres-server.ts";
import { withoutPassword } from "./engine/postgres-url.ts";
import { StoreUnavailable, type Trouble } from "./engine/unavailable.ts";

/** What a database that is a file begins with. */
export const SQLITE = "sqlite:";

/** `reason` is one line that says what is wrong and what helps; it may name the file, so it is for the terminal only. */
export interface OpenFailure {
  readonly status:
    | "newer_schema"
    | "missing"
    | "in_use"
    | "read_only"
    | "denied"
    | "full"
    | "corrupt"
    | "foreign"
    | "linked"
    | "no_engine"
    | "old_server"
    | "unreachable"
    | "wrong_url";
  readonly reason: string;
}

/** Thrown while a database is opened, for what only a person can change. */
export class CannotOpen extends Error {
  readonly failure: OpenFailure;

  constructor(failure: OpenFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

const FAILURES: Readonly<Record<Trouble, Omit<OpenFailure, "reason"> & { readonly what: string }>> = {
  busy: { status: "in_use", what: "is in use by another process; stop that one first" },
  read_only: {
    status: "read_only",
    what: "cannot be written; check its owner, and whether its disk is mounted read-only",
  },
  denied: { status: "denied", what: "does not let its user create tables; make the user its owner" },
  full: { status: "full", what: "is on a full disk; make room" },
  corrupt: { status: "corrupt", what: "is corrupt, or no database; restore a backup" },
  foreign: { status: "foreign", what: "has the tables of another program; name another database" },
  linked: {
    status: "linked",
    what: "has a second name, a hard link, under which another collector could run; remove one of the two",
  },
  disk: { status: "unreachable", what: "cannot be opened; check its folder and its disk" },
  connection: {
    status: "unreachable",
    what: "cannot be reached; check its address, its name, its user and its password",
  },
  silent: { status: "unreachable", what: "does not answer" },
  certificate: {
    status: "unreachable",
    what: "has a certificate that is not trusted, or one for another name; check sslmode and sslrootcert",
  },
  not_certain: { status: "unreachable", what: "does not confirm that it keeps what is written" },
};

/** The words for what stopped a start. Bugs are thrown on. @param database may hold a password */
export function openFailure(error: unknown, database: string): OpenFailure {
  if (error instanceof CannotOpen) return error.failure;
  const isSqlite = database.startsWith(SQLITE);
  const name = isSqlite ? database.slice(SQLITE.length) : withoutPassword(database);
  if (error instanceof OldServer)
    return { status: "old_server", reason: `${name} must be PostgreSQL 14 or newer` };
  if (!(error instanceof StoreUnavailable)) throw error;
  const { status, what } = FAILURES[error.trouble];
  const known = isSqlite ? undefined : serverReason(error);
  return { status, reason: `${name} ${known ? `${known.what}; ${known.fix}` : what}` };
}

/** Of one server, or of several that say the same; else what each of them says. */
function serverReason(error: StoreUnavailable): Reason | undefined {
  const { cause } = error;
  if (!(cause instanceof NoPrimary)) return reasonOf(error);
  const all = cause.answers.map(({ host, error }) => ({
    host,
    ...(reasonOf(error) ?? { what: "cannot be reached", fix: "check its address" }),
  }));
  const [first] = all;
  if (first === undefined || all.every(({ what }) => what === first.what)) return first;
  // A standby alone is nothing to mend: the primary may be one of the others.
  const { fix } = all.find((_, at) => !isStandby(cause, at)) ?? first;
  return { what: `has no primary: ${all.map(({ host, what }) => `${host} ${what}`).join(", ")}`, fix };
}

const isStandby = ({ answers }: NoPrimary, at: number): boolean => {
  const error = answers[at]?.error;
  return error instanceof StoreUnavailable && error.trouble === "read_only";
};
