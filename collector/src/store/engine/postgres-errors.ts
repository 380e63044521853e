import pg from "pg";
import { StoreUnavailable, type Trouble } from "./unavailable.ts";

/** SQLSTATEs, or their classes, that say something about the server and not about the statement. */
const TROUBLES: readonly (readonly [start: string, trouble: Trouble])[] = [
  ["08", "connection"],
  ["57P", "connection"],
  ["57014", "connection"],
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

/** What an error of `pg` means. Errors that are bugs, such as a broken constraint, are returned as they are. */
export function postgresTrouble(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !(error instanceof Error)) return error;
  if (error instanceof pg.DatabaseError) {
    const { code = "" } = error;
    const found = TROUBLES.find(([start]) => code.startsWith(start));
    return found === undefined ? error : new StoreUnavailable(found[1], error);
  }
  // A socket's error, or one of `pg` itself such as "Connection terminated unexpectedly". Bugs are of their own classes.
  return error.constructor === Error || error instanceof AggregateError
    ? new StoreUnavailable("connection", error)
    : error;
}
