// The built collector, as its users run it: its start, and pushes over TLS.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { bodyOf, CONNECTIONS, MACHINES, type Measured, machineId, measure } from "./fleet.ts";

const CLI = resolve("collector/dist/cli.js");

export interface ServerFigures {
  /** From the first start of the process, with no database yet, until it is ready. Milliseconds. */
  readonly ready: number;
  readonly keptAlive: Measured;
  readonly handshakeEach: Measured;
}

export async function measureServer(ms: number): Promise<ServerFigures> {
  const data = await mkdtemp(join(tmpdir(), "collector-bench-"));
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [CLI, "serve", "--data", data, "--listen", "127.0.0.1:0", "--local", "off"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const url = await listening(child);
    const ready = Math.round(performance.now() - start);
    const ca = await readFile(join(data, "ca.pem"), "utf8");
    const agents = {
      keptAlive: new Agent({ keepAlive: true, maxSockets: CONNECTIONS, ca }),
      handshakeEach: new Agent({ keepAlive: false, maxCachedSessions: 0, ca }),
    };
    const tokens = await joinAll(url, data, agents.keptAlive);
    const pushOver = (agent: Agent) => async (machine: number, seq: number) => {
      const { status } = await post(`${url}/agent-usage`, agent, bodyOf(machine, seq), tokens[machine]);
      if (status !== 204) throw new Error(`answered ${status}`);
    };
    await measure(pushOver(agents.keptAlive), 0, { pushes: MACHINES });
    const keptAlive = await measure(pushOver(agents.keptAlive), MACHINES, { ms });
    const next = MACHINES + keptAlive.pushes + CONNECTIONS;
    const handshakeEach = await measure(pushOver(agents.handshakeEach), next, { ms });
    agents.keptAlive.destroy();
    return { ready, keptAlive, handshakeEach };
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg === "listening") return url;
  }
  throw new Error("the collector did not start");
}

async function joinAll(url: string, data: string, agent: Agent): Promise<string[]> {
  const args = [CLI, "invite", "--json", "--uses", String(MACHINES), "--data", data];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { code } = JSON.parse(stdout) as { code: string };
  const tokens: string[] = [];
  for (let index = 0; index < MACHINES; index++) {
    const machine = { id: machineId(index), label: "bench", os: "linux" };
    const body = JSON.stringify({ code, program: "agent-usage", machine });
    const joined = await post(`${url}/join`, agent, body);
    tokens.push((JSON.parse(joined.text) as { token: string }).token);
  }
  return tokens;
}

function post(
  url: string,
  agent: Agent,
  body: string,
  token = "",
): Promise<{ status: number | undefined; text: string }> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return new Promise((done, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => done({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
