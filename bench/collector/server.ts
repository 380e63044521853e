// The built collector, as its users run it: its start, and pushes over TLS.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { residentMegabytes } from "../measure/daemon.ts";
import { MACHINES } from "./fleet.ts";
import type { Job, Loaded } from "./load.ts";
import { type Packed, untilPacked } from "./packed.ts";
import { prepareFleet } from "./prepare.ts";
import { cpuMsOf } from "./process.ts";
import { viewPages } from "./viewer.ts";

const CLI = resolve("collector/dist/cli.js");
const LOAD = resolve("bench/collector/load.ts");
/** The pushes of 10,000 machines, each four times an hour. */
const FLEET_A_SECOND = 11;

export type ServerMeasured = Loaded & {
  /** User and system time of the collector, in microseconds a push. */
  readonly cpuMicros: number;
  /** Of the collector, of one core. */
  readonly cpuPercent: number;
  /** Resident, at the end. */
  readonly megabytes: number;
};

/** From `npm run collector` with an empty folder until it is ready, in milliseconds. */
export async function measureFirstStart(): Promise<number> {
  return inFolder(async (data) => {
    const start = performance.now();
    const child = serve("npm", ["run", "--silent", "collector", "--"], data);
    try {
      await listening(child);
      return Math.round(performance.now() - start);
    } finally {
      await end(child);
    }
  });
}

/** Pushes of 200 machines, as fast as they are answered: over connections that stay, and over one each. */
export function measurePushes(ms: number): Promise<Record<"keptAlive" | "handshakeEach", ServerMeasured>> {
  return withFleet(MACHINES, async ({ load, packed }) => {
    await packed();
    await load({ first: MACHINES, end: { pushes: 2 * MACHINES }, handshakeEach: false });
    const keptAlive = await load({ first: 3 * MACHINES, end: { ms }, handshakeEach: false });
    const first = 4 * MACHINES + keptAlive.pushes;
    const handshakeEach = await load({ first, end: { ms }, handshakeEach: true });
    return { keptAlive, handshakeEach };
  });
}

export interface FleetMeasured {
  readonly packed: Packed;
  readonly resting: ServerMeasured;
  /** Pushes while somebody looks at one page after the other. */
  readonly watched: Loaded & { readonly pages: number };
}

/**
 * Pushes of a large fleet, as often as they come, once its days are packed and the pushes of ten minutes have come: before, V8 is
 * still compiling the program, which a collector does once.
 */
export function measureFleet(machines: number, ms: number): Promise<FleetMeasured> {
  const everyMs = 1_000 / FLEET_A_SECOND;
  return withFleet(machines, async ({ load, packed, view }) => {
    const packing = await packed();
    const warm = 600 * FLEET_A_SECOND;
    await load({ first: machines, end: { pushes: warm }, handshakeEach: true });
    const first = machines + warm;
    const resting = await load({ first, end: { ms }, handshakeEach: true, everyMs });
    const stop = await view();
    const job = { first: first + resting.pushes, end: { ms }, handshakeEach: false, everyMs };
    const watched = await load(job);
    return { packed: packing, resting, watched: { ...watched, pages: await stop() } };
  });
}

interface Fleet {
  readonly load: Load;
  /** Waits until the days that the fleet was filled with are packed. */
  readonly packed: () => Promise<Packed>;
  readonly view: () => ReturnType<typeof viewPages>;
}

type Load = (job: Omit<Job, "port" | "tokens">) => Promise<ServerMeasured>;

/** Starts a collector that knows so many machines, each of which has pushed once. */
function withFleet<T>(machines: number, work: (fleet: Fleet) => Promise<T>): Promise<T> {
  return inFolder(async (data) => {
    const command = [CLI, "serve"];
    const first = serve(process.execPath, command, data);
    await listening(first);
    await end(first);
    const file = join(data, "collector.db");
    const database = `sqlite:${file}`;
    const { secrets: tokens } = await prepareFleet({ database, makeAuthority: noAuthority }, machines);
    const child = serve(process.execPath, command, data);
    try {
      const url = await listening(child);
      const port = Number(new URL(url).port);
      const packed = () => untilPacked(child, file);
      const view = () => viewPages([process.execPath, CLI], data, url);
      const load: Load = async (job) => {
        const before = await cpuMsOf(child);
        const loaded = await runLoad({ ...job, port, tokens });
        const cpuMs = (await cpuMsOf(child)) - before;
        return {
          ...loaded,
          cpuMicros: Math.round((cpuMs * 1_000) / loaded.pushes),
          cpuPercent: Number(((cpuMs / loaded.wallMs) * 100).toFixed(1)),
          megabytes: Math.round(await residentMegabytes(child)),
        };
      };
      return await work({ load, packed, view });
    } finally {
      await end(child);
    }
  });
}

const noAuthority = () => Promise.reject(new Error("the collector has not made its database"));

async function runLoad(job: Job): Promise<Loaded> {
  const child = fork(LOAD);
  child.send(job);
  const [answer] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("a push was not kept"))),
  ]);
  return answer as Loaded;
}

export function serve(command: string, args: readonly string[], data: string): ChildProcess {
  const options = ["--data", data, "--listen", "127.0.0.1:0", "--local", "off"];
  // As `npm run collector` and the services set it.
  const env = { ...process.env, MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };
  return spawn(command, [...args, ...options], { env, stdio: ["ignore", "pipe", "inherit"] });
}

export async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg === "listening") return url;
  }
  throw new Error("the collector did not start");
}

export async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "collector-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
