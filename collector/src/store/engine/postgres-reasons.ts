import pg from "pg";
import { errorCode } from "../../../../src/base/errors.ts";
import { NO_TLS } from "./postgres-host.ts";
import { passwordFileProblem } from "./postgres-password.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** What is wrong with a server, said of it, and what helps. Neither holds a password. */
export interface Reason {
  readonly what: string;
  readonly fix: string;
}

const CANNOT_RESOLVE = { what: "has a host name that cannot be resolved", fix: "check the name" };
const NO_ANSWER = { what: "does not answer", fix: "check the host, the port and the firewalls between" };

/** By the codes of the system and of Node. */
const BY_CODE: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: {
    what: "refuses connections",
    fix: "start PostgreSQL, or check the host, the port and listen_addresses",
  },
  ENOTFOUND: CANNOT_RESOLVE,
  EAI_AGAIN: CANNOT_RESOLVE,
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: "has a certificate for another name than the host in the URL",
    fix: "name the host as the certificate does, or set sslmode=verify-ca",
  },
  CERT_HAS_EXPIRED: { what: "has a certificate that has expired", fix: "renew it, or check the clock here" },
  CERT_NOT_YET_VALID: {
    what: "has a certificate that is not valid yet",
    fix: "check the clocks of both machines",
  },
};

const UNTRUSTED = {
  what: "has a certificate that is not trusted",
  fix: "name its authority in sslrootcert",
};

/** By SQLSTATE. */
const BY_STATE: Readonly<Record<string, Reason>> = {
  "3D000": { what: "does not exist", fix: "create it: create database NAME owner USER" },
  "53300": {
    what: "has no connection left",
    fix: "raise max_connections: each collector takes 10, and each command some",
  },
  "57P03": { what: "is starting or stopping", fix: "wait a moment" },
};

/** What `pg` says of a server that wants a password when there is none. It has no code. */
const NO_PASSWORD = /password must be a string/;
/** What `pg` says if a connection takes too long. It has no code. */
const TOO_LATE = "timeout expired";

/** Why a server cannot be used, where that is known better than by its trouble. @param error of `pg`, of a socket or of TLS */
export function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof StoreUnavailable) {
    return error.trouble === "read_only"
      ? { what: "is a standby or read-only", fix: "name the primary among the hosts, too" }
      : reasonOf(error.cause);
  }
  if (error instanceof pg.DatabaseError) return reasonOfServer(error);
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const code = errorCode(error);
  if (/CERT|UNABLE_TO_VERIFY|ISSUER/.test(code)) return BY_CODE[code] ?? UNTRUSTED;
  if (NO_PASSWORD.test(error.message)) return noPassword();
  if (error.message === TOO_LATE) return NO_ANSWER;
  if (error.message === NO_TLS) {
    return {
      what: "has no TLS, which sslmode asks for",
      fix: "set ssl = on at the server, or sslmode=prefer where the network between is private",
    };
  }
  return BY_CODE[code];
}

function reasonOfServer({ code = "", routine, message }: pg.DatabaseError): Reason | undefined {
  if (code === "28P01") return isFileUnusable() ? noPassword() : WRONG_PASSWORD;
  if (code === "28000") return routine === "InitializeSessionUserId" ? NO_USER : refused(message);
  if (code === "42501" && routine === "CheckMyDatabase") {
    return {
      what: "does not let its user connect",
      fix: "grant it: grant connect on database NAME to USER",
    };
  }
  return BY_STATE[code];
}

const WRONG_PASSWORD = {
  what: "refuses the user's password",
  fix: "correct it where it is set: the file that PGPASSFILE names, PGPASSWORD or the URL; and check that the user exists",
};
const NO_USER = {
  what: "does not know the user, or does not let it log in",
  fix: "create it: create role USER login",
};

/** Whether the environment names a file that was not read. The older ways to ask for a password do not say that none was sent. */
const isFileUnusable = () => process.env["PGPASSFILE"] !== undefined && passwordFileProblem() !== undefined;

function noPassword(): Reason {
  const problem = passwordFileProblem() ?? {
    what: "the password file has no line for this host, port, database and user",
    fix: "add HOST:PORT:DATABASE:USER:PASSWORD to it",
  };
  return { what: `asks for a password, and ${problem.what}`, fix: problem.fix };
}

/** Of pg_hba.conf. In another language than English, the server's words do not tell whether TLS would help. */
function refused(message: string): Reason {
  return /no encryption|SSL off/.test(message)
    ? {
        what: "refuses this user from this address without TLS",
        fix: "set sslmode=require or better, or add a line to pg_hba.conf",
      }
    : {
        what: "refuses this user from this address",
        fix: "add a line to pg_hba.conf, and reload it",
      };
}
