import type pg from "pg";
import { CONNECT_MS } from "./postgres-host.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** The oldest PostgreSQL that the store works with. */
const FIRST_VERSION = 140_000;

interface ServerRow {
  readonly standby: boolean;
  readonly version: number;
  readonly sync: string;
  readonly timeline: string | null;
}

const ASK = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby,
  current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as sync,
  case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/**
 * Prepares a new connection. Rejects for a standby, which cannot be written, and for a server that is too old.
 * @returns its timeline: each promotion begins a greater one, compared as text
 */
export async function requirePrimary(client: pg.ClientBase): Promise<string> {
  // `query_timeout` stands in no type, but each query may have one: a stopped server accepts connections and says nothing.
  const asking = { text: ASK, query_timeout: CONNECT_MS };
  const { rows } = await client.query<ServerRow>(asking);
  const [server] = rows;
  if (server === undefined || server.standby || server.timeline === null)
    throw new StoreUnavailable("read_only");
  if (server.version < FIRST_VERSION) throw new OldServer();
  // An acknowledged push must survive. Where the server waits for less than that, this connection waits all the same.
  if (server.sync === "off" || server.sync === "local") await client.query("set synchronous_commit = on");
  return server.timeline;
}

/** The server is older than PostgreSQL 14. */
export class OldServer extends Error {
  override readonly name = "OldServer";
}
