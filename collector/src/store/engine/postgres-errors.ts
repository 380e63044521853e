import pg from "pg";
import { errorCode } from "../../../../src/base/errors.ts";
import { StoreUnavailable, type Trouble } from "./unavailable.ts";

/** SQLSTATEs, or their classes, that say something about the server and not about the statement. */
const TROUBLES: readonly (readonly [start: string, trouble: Trouble])[] = [
  ["08", "connection"],
  ["57P", "connection"],
  ["57014", "connection"],
  // A statement that this connection prepared is gone.
  ["26000", "connection"],
  // PgBouncer before 1.21 in transaction mode: another process prepared it there.
  ["42P05", "connection"],
  ["3D000", "connection"],
  ["28", "connection"],
  ["25006", "read_only"],
  ["42501", "denied"],
  ["40", "busy"],
  ["55P03", "busy"],
  ["53100", "full"],
  ["53", "busy"],
  ["58", "disk"],
  ["XX001", "corrupt"],
  ["XX002", "corrupt"],
];

/** What the pool says if no connection becomes free. It has no code. */
const POOL_WAIT = "timeout exceeded when trying to connect";

/** Whether it is about the server's certificate: codes of OpenSSL, and the one of Node for another name. */
function isUntrusted(error: Error): boolean {
  return /CERT|UNABLE_TO_VERIFY|ISSUER/.test(errorCode(error));
}

/** What an error of `pg` means. Errors that are bugs, such as a broken constraint, are returned as they are. */
export function postgresTrouble(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = "", routine } = error;
    // Another process has changed the schema since this connection prepared a statement.
    if (routine === "RevalidateCachedQuery") return new StoreUnavailable("connection", error);
    const found = TROUBLES.find(([start]) => code.startsWith(start));
    return found === undefined ? error : new StoreUnavailable(found[1], error);
  }
  if (error.message === POOL_WAIT) return new StoreUnavailable("busy", error);
  if (isUntrusted(error)) return new StoreUnavailable("certificate", error);
  // A socket's error, or one of `pg` itself such as "Connection terminated unexpectedly". Bugs are of their own classes.
  return error.constructor === Error || error instanceof AggregateError
    ? new StoreUnavailable("connection", error)
    : error;
}
