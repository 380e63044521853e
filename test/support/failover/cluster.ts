// Three PostgreSQL servers under Debian's Patroni and etcd, on loopback. Each is reached by the others through proxies of its own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../loopback.ts";
import { type ClusterNode, NOBODY, startNode } from "./cluster-node.ts";
import { BINARIES } from "./cluster-settings.ts";

/** How long nodes may take to follow a new primary, a copy of all data included, in milliseconds. */
const SETTLE_MS = 240_000;

/** After so long, a node that does not follow is copied anew, in milliseconds: Patroni can break one that it repairs. */
const REPAIR_MS = 90_000;

/** How long it may take until another one is the primary, in milliseconds: six times the lease. */
const PROMOTION_MS = 120_000;

/** How long they must have followed it, in milliseconds: one that has to be rewound follows it for a moment first. */
const STEADY_MS = 5_000;

/** Why there is no cluster here, for a test's `skip`; `false` if there can be one. */
export function clusterMissing(): string | false {
  if (process.env["AGENT_USAGE_LONG_TESTS"] !== "1") return "only with AGENT_USAGE_LONG_TESTS=1";
  if (process.getuid?.() !== 0) return "only as root: each server runs as another user, on a disk of its own";
  for (const program of ["patroni", "etcd", `${BINARIES}/postgres`]) {
    if (spawnSync(program, ["--version"]).status !== 0)
      return `no ${program}: apt-get install patroni etcd-server postgresql`;
  }
  return false;
}

export class Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly #folder: string;
  readonly #etcd: ChildProcess;

  private constructor(folder: string, etcd: ChildProcess, nodes: readonly ClusterNode[]) {
    this.#folder = folder;
    this.#etcd = etcd;
    this.nodes = nodes;
  }

  static async start(count = 3): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), "agent-usage-patroni-"));
    await chown(folder, NOBODY, NOBODY);
    const [client, peer] = [await freePort(), await freePort()];
    const etcd = spawn(
      "etcd",
      [
        ["--data-dir", join(folder, "etcd"), "--log-level", "error", "--enable-v2"],
        ["--listen-client-urls", `http://127.0.0.1:${client}`],
        ["--advertise-client-urls", `http://127.0.0.1:${client}`],
        ["--listen-peer-urls", `http://127.0.0.1:${peer}`],
        ["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
        ["--initial-cluster", `default=http://127.0.0.1:${peer}`],
      ].flat(),
      { uid: NOBODY, gid: NOBODY, stdio: "ignore" },
    );
    const nodes: ClusterNode[] = [];
    for (let n = 1; n <= count; n++) nodes.push(await startNode(folder, `n${n}`, client));
    return new Cluster(folder, etcd, nodes);
  }

  /** The URL of a database on all of them. */
  url(database: string): string {
    const hosts = this.nodes.map(({ front }) => `127.0.0.1:${front}`).join(",");
    return `postgres://postgres:postgres@${hosts}/${database}`;
  }

  /**
   * Waits until one is the primary, all others follow it, and one of them is synchronous. A primary whose disk was full may come back
   * with half a record at the end of its log: it then waits for the log behind that, says that it has more than the new primary,
   * and Patroni promotes nobody until the primary has come that far. Beginning a new segment brings it there.
   */
  async settled(): Promise<ClusterNode> {
    const since = performance.now();
    let wholeSince: number | undefined;
    let isRepaired = false;
    for (;;) {
      const asked = await this.#askAll();
      const [primary, second] = asked.filter(({ role }) => role === "primary");
      const followers = asked.filter(
        ({ role, timeline }) => role === "standby" && timeline === primary?.timeline,
      );
      const isAhead = primary !== undefined && (await isAnyAhead(primary.node, followers));
      const isWhole =
        second === undefined &&
        followers.length === this.nodes.length - 1 &&
        primary?.synchronous === 1 &&
        !isAhead;
      wholeSince = isWhole ? (wholeSince ?? performance.now()) : undefined;
      if (wholeSince !== undefined && performance.now() - wholeSince > STEADY_MS && primary)
        return primary.node;
      if (!isRepaired && primary !== undefined && performance.now() - since > REPAIR_MS) {
        isRepaired = true;
        const broken = asked.filter((one) => one !== primary && !followers.includes(one));
        for (const { node } of broken) await node.reinitialize();
        if (broken.length > 0)
          process.stderr.write(`copied anew: ${broken.map(({ node }) => node.name).join(", ")}\n`);
      }
      if (performance.now() - since > SETTLE_MS) throw failure("the cluster does not settle", asked);
      await sleep(200);
    }
  }

  /** Waits until a node other than this one is the primary. */
  async promoted(other: ClusterNode): Promise<void> {
    const since = performance.now();
    for (;;) {
      for (const node of this.nodes) if (node !== other && (await ask(node)).role === "primary") return;
      if (performance.now() - since > PROMOTION_MS)
        throw failure(`nobody takes over from ${other.name}`, await this.#askAll());
      await sleep(50);
    }
  }

  #askAll() {
    return Promise.all(this.nodes.map(async (node) => ({ node, ...(await ask(node)) })));
  }

  async remove(): Promise<void> {
    const ended = once(this.#etcd, "exit");
    await Promise.all(this.nodes.map((node) => node.remove()));
    this.#etcd.kill("SIGKILL");
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function failure(what: string, asked: readonly ({ readonly node: ClusterNode } & Answer)[]): Error {
  const facts = asked.map(({ node: { name }, ...answer }) => ({ name, ...answer }));
  return new Error(`${what}: ${JSON.stringify(facts)}`);
}

/** Whether a standby says that it has more than the primary has written, once it has said so. */
async function isAnyAhead(primary: ClusterNode, standbys: readonly Answer[]): Promise<boolean> {
  const { position } = await ask(primary);
  const isAhead = standbys.some((standby) => standby.position > position);
  if (isAhead) await query(primary, "select pg_switch_wal()").catch(() => {});
  return isAhead;
}

interface Answer {
  readonly role: "primary" | "standby" | "none";
  /** The one that it writes, or gets from the primary. */
  readonly timeline: number | null;
  readonly synchronous: number;
  /** How far its log goes, in bytes: what the primary has written, or a standby says it has received. */
  readonly position: number;
}

const ASK = `select pg_is_in_recovery() as standby,
  case when pg_is_in_recovery() then (select received_tli from pg_stat_wal_receiver where status = 'streaming')
    else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
  (select count(*)::int from pg_stat_replication where sync_state = 'sync') as synchronous,
  (case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_flush_lsn() end - '0/0')::float8
    as position`;

async function ask(node: ClusterNode): Promise<Answer> {
  try {
    const { rows } = await query(node, ASK);
    const { standby, timeline, synchronous, position } = rows[0];
    return { role: standby ? "standby" : "primary", timeline, synchronous, position: position ?? 0 };
  } catch {
    return { role: "none", timeline: null, synchronous: 0, position: 0 };
  }
}

async function query({ port }: ClusterNode, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await client.query(text);
  } finally {
    // One that hangs would not say goodbye.
    client.connection.stream.destroy();
  }
}
