// A beat through a proxy, as `install` sets it up for a service: Node honours these from 22.21 and 24.5 on.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";

const skip = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")
  ? false
  : "Node honours proxy variables from 22.21 and 24.5 on";

interface Proxy {
  readonly url: string;
  /** What it was asked to connect to. */
  readonly asked: readonly string[];
  /** Every byte that went through, either way, and the heads of the requests. */
  readonly seen: () => string;
}

/** A proxy that leads wherever it is asked to, on this machine, and writes down all that it sees. */
async function startProxy(t: TestContext): Promise<Proxy> {
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer();
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    asked.push(request.url ?? "");
    seen.push(Buffer.from(JSON.stringify(request.rawHeaders)));
    const port = Number(request.url?.split(":")[1]);
    const target = connect(port, "127.0.0.1", () =>
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n"),
    );
    sockets.push(client, target);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("data", (chunk: Buffer) => seen.push(chunk));
      from.on("error", () => to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, seen: () => Buffer.concat(seen).toString("latin1") };
}

test("a beat pushes through the proxy, which sees no token and nothing of the snapshot", {
  skip,
}, async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const proxy = await startProxy(t);
  const AGENT_USAGE_PUSH_TOKEN_FILE = join(await temporaryFolder(t), "push-token");
  await writeFile(AGENT_USAGE_PUSH_TOKEN_FILE, "the-collectors-own-token");
  const env = {
    AGENT_USAGE_BASE_URL: origin,
    AGENT_USAGE_PUSH_TOKEN_FILE,
    NODE_EXTRA_CA_CERTS: caFile,
    HTTPS_PROXY: proxy.url,
    NODE_USE_ENV_PROXY: "1",
  };
  const { code, stdout, stderr } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 0, stderr);
  assert.deepEqual(proxy.asked, [new URL(origin).host]);
  assert.equal(requests[0]?.headers.authorization, "Bearer the-collectors-own-token");
  for (const text of [proxy.seen(), stdout, stderr]) {
    assert.doesNotMatch(text, /the-collectors-own-token|machine|stateId/);
  }
});

test("a collector that NO_PROXY names is reached past the proxy", { skip }, async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const proxy = await startProxy(t);
  const env = {
    AGENT_USAGE_BASE_URL: origin,
    NODE_EXTRA_CA_CERTS: caFile,
    HTTPS_PROXY: proxy.url,
    NO_PROXY: "127.0.0.1",
    NODE_USE_ENV_PROXY: "1",
  };
  const { code } = await runProgram(t, CLI, ["beat"], { env });
  assert.equal(code, 0);
  assert.deepEqual([proxy.asked, requests.length], [[], 1]);
});
