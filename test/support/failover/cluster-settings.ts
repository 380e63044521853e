import { join } from "node:path";

export const BINARIES = "/usr/lib/postgresql/15/bin";
/** The least that Patroni takes, in seconds. */
const LEASE = { ttl: 20, loop_wait: 1, retry_timeout: 3 };

export interface NodeFacts {
  readonly name: string;
  readonly home: string;
  /** Where the server listens. */
  readonly listen: number;
  /** Where Patroni's own API listens. */
  readonly rest: number;
  /** Where the other nodes reach the two, and where this one reaches etcd. */
  readonly proxied: { readonly server: number; readonly rest: number; readonly etcd: number };
}

/** What Patroni reads: as docs/scale.md advises, but with the shortest lease, and no watchdog. */
export function settingsOf({ name, home, listen, rest, proxied }: NodeFacts): object {
  const login = (username: string) => ({ username, password: "postgres" });
  return {
    scope: "usage",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${proxied.rest}` },
    // Not etcd3: before version 3.0.3, a leader that wakes up takes the lock from its successor there. `use_proxies`: Patroni
    // would find etcd's own address, and go around the proxy.
    etcd: { host: `127.0.0.1:${proxied.etcd}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ...LEASE,
        primary_start_timeout: 0,
        // A primary that crashed keeps the lock while its standby lags by more, such as after it filled its disk. What was
        // acknowledged is on the synchronous one, however far that lags.
        maximum_lag_on_failover: 1_073_741_824,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { wal_keep_size: "64MB", max_wal_size: "64MB", min_wal_size: "32MB" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${listen}`,
      connect_address: `127.0.0.1:${proxied.server}`,
      data_dir: join(home, "data"),
      bin_dir: BINARIES,
      pgpass: join(home, "pgpass"),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: login("postgres"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      parameters: {
        unix_socket_directories: home,
        fsync: "off",
        shared_buffers: "16MB",
        // A server that crashed, such as on a full disk, is left to Patroni.
        restart_after_crash: "off",
      },
    },
  };
}
