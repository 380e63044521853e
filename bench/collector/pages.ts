// Every page of a collector that holds a large fleet, as a browser asks for it, while machines push.
import { type ChildProcess, spawnSync } from "node:child_process";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMegabytes } from "../measure/daemon.ts";
import { bodyOf, machineId } from "./fleet.ts";
import { cpuMsOf } from "./process.ts";
import { end, listening, serve } from "./server.ts";

/** From the start of one push to the start of the next, in milliseconds. */
const PUSH_EVERY_MS = 40;
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

export interface PageMeasured {
  readonly path: string;
  /** Milliseconds from the request to the end of the answer, in order. */
  readonly times: readonly number[];
  /** User and system time of the collector for one request, in milliseconds: that of the pushes is in it. */
  readonly cpuMs: number;
  readonly bytes: number;
  /** How long pushes took that were sent meanwhile, in milliseconds, in order. */
  readonly pushes: readonly number[];
}

export interface PagesMeasured {
  readonly pages: readonly PageMeasured[];
  /** Resident, in MB: before the first page, and after the last. */
  readonly megabytes: { readonly before: number; readonly after: number };
}

/** @param cli the program to measure. @param data a folder with a filled database. @param times how often each path is asked for */
export async function measurePages(
  cli: string,
  data: string,
  paths: readonly string[],
  times: number,
): Promise<PagesMeasured> {
  const child = serve(process.execPath, [cli, "serve"], data);
  try {
    const client = new Client(await listening(child));
    const cookie = await signIn(client, cli, data);
    const push = await pusher(client, cli, data);
    await push();
    const before = await residentMegabytes(child);
    const pages: PageMeasured[] = [];
    for (const path of paths) pages.push(await measurePage(child, client, { path, cookie, push, times }));
    const after = await residentMegabytes(child);
    client.close();
    return { pages, megabytes: { before: Math.round(before), after: Math.round(after) } };
  } finally {
    await end(child);
  }
}

interface Asked {
  readonly path: string;
  readonly cookie: string;
  readonly push: () => Promise<number>;
  readonly times: number;
}

async function measurePage(
  child: ChildProcess,
  client: Client,
  { path, cookie, push, times }: Asked,
): Promise<PageMeasured> {
  // Compiles what it runs, and prepares its statements.
  await client.send("GET", path, { cookie });
  const [taken, pushes]: [number[], number[]] = [[], []];
  let bytes = 0;
  let isOver = false;
  const pushing = (async () => {
    while (!isOver) {
      pushes.push(await push());
      await sleep(PUSH_EVERY_MS);
    }
  })();
  const cpu = await cpuMsOf(child);
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const answer = await client.send("GET", path, { cookie });
    taken.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path} is answered with ${answer.status}`);
    bytes = answer.bytes;
  }
  const cpuMs = ((await cpuMsOf(child)) - cpu) / times;
  isOver = true;
  await pushing;
  const inOrder = (values: number[]) => values.sort((a, b) => a - b);
  return { path, times: inOrder(taken), cpuMs, bytes, pushes: inOrder(pushes) };
}

async function signIn(client: Client, cli: string, data: string): Promise<string> {
  const { link } = command(cli, data, "admin") as { link: string };
  const body = new URLSearchParams({ code: link.split("#")[1] ?? "" }).toString();
  const { cookie } = await client.send("POST", "/login", { ...FORM_TYPE, origin: client.origin }, body);
  return cookie.split(";")[0] ?? "";
}

/** @returns the function that pushes once as a new machine; it resolves to the milliseconds that it took */
async function pusher(client: Client, cli: string, data: string): Promise<() => Promise<number>> {
  const { code } = command(cli, data, "invite") as { code: string };
  const machine = { id: machineId(0), label: "pushing", os: "linux" };
  const joining = JSON.stringify({ code, program: "agent-usage", machine });
  const { token } = JSON.parse((await client.send("POST", "/join", JSON_TYPE, joining)).text) as {
    token: string;
  };
  let seq = Math.floor(Date.now() / 1_000);
  return async () => {
    const began = performance.now();
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
    const { status } = await client.send("POST", "/agent-usage", headers, bodyOf(0, seq++));
    if (status !== 204) throw new Error(`a push is answered with ${status}`);
    return performance.now() - began;
  };
}

function command(cli: string, data: string, name: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, [cli, name, "--json", "--data", data], {
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Connections stay, as a browser's do. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #port: string;
  readonly origin: string;

  constructor(url: string) {
    this.origin = new URL(url).origin;
    this.#port = new URL(url).port;
  }

  send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string) {
    const options = { agent: this.#agent, host: "127.0.0.1", port: this.#port, servername: "localhost" };
    const { host } = new URL(this.origin);
    return new Promise<{ status: number; text: string; bytes: number; cookie: string }>((resolve, reject) => {
      const asked = request({ ...options, method, path, headers: { host, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const all = Buffer.concat(chunks);
          const cookie = answer.headers["set-cookie"]?.[0] ?? "";
          resolve({ status: answer.statusCode ?? 0, text: all.toString(), bytes: all.length, cookie });
        });
      });
      asked.on("error", reject);
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
