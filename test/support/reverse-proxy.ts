// Reverse proxies, run by the tests of what the pages and deploy/ say about them.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { type Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

/** The name of the collector in the examples. */
export const NAME = "usage.example";

/** Why a test is skipped that needs a program; false if the program is there. */
export const isMissing = (program: string): string | false =>
  spawnSync("which", [program]).status === 0 ? false : `${program} is not installed`;

/** Replaces what stands exactly so in an example. */
export function replaced(config: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((given, [from, to]) => {
    assert.ok(given.includes(from), `${from} in ${given}`);
    return given.replaceAll(from, to);
  }, config);
}

/** Starts a program that is killed when the test ends. */
export function started(
  t: TestContext,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const child = spawn(command, args, { env: { PATH: process.env["PATH"], ...env }, stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

export interface ReverseProxy {
  readonly port: number;
  readonly ca: () => Promise<string>;
  readonly child: ChildProcess;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  readonly agent?: Agent | false;
  /** The address that the client has. */
  readonly localAddress?: string;
}

/** Sends one request to a proxy. */
export async function send(
  { port, ca }: Pick<ReverseProxy, "port" | "ca">,
  method: string,
  path: string,
  { headers = {}, body, agent = false, localAddress }: Sent = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const call = request({
    host: "127.0.0.1",
    port,
    path,
    method,
    servername: NAME,
    ca: await ca(),
    agent,
    localAddress,
    headers: {
      host: NAME,
      ...(typeof body === "object" && { "content-type": "application/json" }),
      ...headers,
    },
  });
  return new Promise((resolve, reject) => {
    call.on("error", reject);
    call.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((answer) => resolve({ status, headers: response.headers, body: answer }), reject);
    });
    call.end(typeof body === "object" ? JSON.stringify(body) : body);
  });
}

/** Waits until the proxy passes requests on. Nothing tells when it listens. */
export async function isUp(proxy: ReverseProxy): Promise<void> {
  for (;;) {
    const { status } = await send(proxy, "GET", "/livez").catch(() => ({ status: 0 }));
    if (status === 200) return;
    assert.equal(proxy.child.exitCode, null, "it ended by itself");
    await sleep(50);
  }
}
