// One of a cluster's nodes: Patroni and its PostgreSQL server, behind proxies that can be cut.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "../loopback.ts";
import { BINARIES, settingsOf } from "./cluster-settings.ts";
import { serverProcesses, signalAll } from "./node-processes.ts";
import { TcpProxy } from "./tcp-proxy.ts";

/** PostgreSQL refuses to run as root. */
export const NOBODY = 65_534;

export interface ClusterNode {
  readonly name: string;
  /** Where other nodes reach its server. */
  readonly port: number;
  /** Where clients reach it. */
  readonly front: number;
  /** Its server is killed, as by the system when memory runs out. */
  kill(): void;
  /** Its role is given to another one, as for maintenance. */
  switchOver(): Promise<void>;
  /** All its data is copied anew from the primary, as `patronictl reinit` does. */
  reinitialize(): Promise<void>;
  /** Everything of it stops, as when a machine hangs. */
  stop(): void;
  goOn(): void;
  /** It reaches neither the other nodes nor etcd; `all`: and nobody reaches it. */
  cut(all: boolean): void;
  restore(): void;
  /** Fills its disk, or makes room again. */
  fill(): void;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a node. @param etcdPort where etcd listens */
export async function startNode(folder: string, name: string, etcdPort: number): Promise<ClusterNode> {
  const [listen, rest] = [await freePort(), await freePort()];
  const front = await TcpProxy.before(listen);
  const server = await TcpProxy.before(listen);
  const api = await TcpProxy.before(rest);
  const etcd = await TcpProxy.before(etcdPort);
  const home = join(folder, name);
  await mkdir(home);
  // A small disk of its own, which can be filled.
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=400m", "tmpfs", home]);
  await chown(home, NOBODY, NOBODY);
  const data = join(home, "data");
  const settings = join(home, "patroni.json");
  const proxied = { server: server.port, rest: api.port, etcd: etcd.port };
  await writeFile(settings, JSON.stringify(settingsOf({ name, home, listen, rest, proxied })));
  const patroni = spawn("patroni", [settings], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: home,
    env: { PATH: `${BINARIES}:${process.env["PATH"]}`, HOME: home, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "ignore", process.env["AGENT_USAGE_SHOW_PATRONI"] === "1" ? "inherit" : "ignore"],
  });
  const ended = once(patroni, "exit");
  const all = () => [patroni.pid ?? 0, ...serverProcesses(data)];
  const filling = join(home, "filling");
  return {
    name,
    port: server.port,
    front: front.port,
    kill: () => signalAll(serverProcesses(data), "SIGKILL"),
    switchOver: async () => {
      const { status } = await fetch(`http://127.0.0.1:${rest}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: name }),
      });
      if (status !== 200) throw new Error(`Patroni answers the switchover with ${status}`);
    },
    reinitialize: async () => {
      await fetch(`http://127.0.0.1:${rest}/reinitialize`, { method: "POST", body: '{"force":true}' });
    },
    stop: () => signalAll(all(), "SIGSTOP"),
    goOn: () => signalAll(all(), "SIGCONT"),
    cut: (isAll) => {
      for (const proxy of isAll ? [front, server, api, etcd] : [server, api, etcd]) proxy.cut();
    },
    restore: () => {
      for (const proxy of [front, server, api, etcd]) if (proxy.isCut) proxy.restore();
    },
    fill: () => {
      spawnSync("dd", ["if=/dev/zero", `of=${filling}`, "bs=1M"]);
      void writeMuch(server.port);
    },
    makeRoom: () => rm(filling, { force: true }),
    remove: async () => {
      signalAll(all(), "SIGKILL");
      await ended;
      for (const proxy of [front, server, api, etcd]) proxy.close();
      while (serverProcesses(data).some(isThere)) await sleep(20);
      spawnSync("umount", ["-l", home]);
    },
  };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Writes to the log until its disk is full. A log that finds no room ends the server. */
async function writeMuch(port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  });
  client.on("error", () => {});
  const write =
    "select pg_logical_emit_message(false, 'filling', repeat('x', 1000000)) from generate_series(1, 400)";
  await client
    .connect()
    .then(() => client.query(write))
    .catch(() => {});
  client.end().catch(() => {});
}
