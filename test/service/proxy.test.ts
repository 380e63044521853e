// A beat through a proxy, as `install` configures it for a service. Node uses these variables from 22.21 and 24.5 on.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { CLI, runProgram } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const skip = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")
  ? false
  : "this Node ignores proxy variables: 22.21 or 24.5 is needed";

interface Proxy {
  readonly url: string;
  /** The hosts it was asked to connect to. */
  readonly asked: readonly string[];
  /** Every byte that passed in either direction, and the headers of the requests. */
  readonly seen: () => string;
}

/** A proxy that connects to any port of this machine and records everything it sees. */
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

test("both calls of a beat go through the proxy, which sees neither tokens nor the snapshot", {
  skip,
}, async (t) => {
  const world = await secretsHome(t, { version: "2.1.90" });
  const { origin, requests, answer } = world.collector;
  answer({ status: 200, body: JSON.stringify({ limits: [{ kind: "session", percent: 1 }] }) });
  const { cli } = await programsFor(t, origin);
  const proxy = await startProxy(t);
  const env = { HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1" };
  const { ended, places } = await world.run(cli, ["beat"], { env });
  assert.equal(ended.code, 0, ended.stderr);
  const { host } = new URL(origin);
  assert.deepEqual(proxy.asked, [host, host]);
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    [`Bearer ${SECRETS.access}`, `Bearer ${SECRETS.push}`],
  );
  assertHidden({ ...places, proxy: proxy.seen() });
  assert.doesNotMatch(proxy.seen(), /machine|stateId|authorization/i);
});

test("a collector that NO_PROXY names is reached without the proxy", { skip }, async (t) => {
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
