// The program's HTTPS request on the wire: what it sends, what it returns, and that it leaves no connection open.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import type { FetchInit } from "../../src/base/edges.ts";
import { request } from "../../src/base/net/request.ts";
import { startHostile } from "../support/hostile.ts";
import { ledTo, listen } from "../support/loopback.ts";

/** A call that hangs fails its test after this, in milliseconds. */
const timeout = 20_000;
const ANYWHERE = "https://a.example/a/path?a=b";

function init(signal: AbortSignal = new AbortController().signal): FetchInit {
  const headers = { "User-Agent": "someone/1", "content-type": "text/plain" };
  return { method: "POST", headers, body: "é", redirect: "error", signal };
}

test("a request is sent once, unchanged, and asks for an uncompressed body", async (t) => {
  const server = await startHostile(t);
  void server.play({ act: (socket) => socket.end("HTTP/1.1 204 X\r\n\r\n") });
  const { status } = await server.fetch(ANYWHERE, init());
  assert.equal(status, 204);
  const [head = "", body] = server.requests.join().split("\r\n\r\n");
  const [first, ...lines] = head.split("\r\n");
  assert.deepEqual([first, Buffer.from(body ?? "", "latin1").toString()], ["POST /a/path?a=b HTTP/1.1", "é"]);
  assert.deepEqual(lines.sort(), [
    "Connection: close",
    "Content-Length: 2",
    `Host: ${new URL(server.origin).host}`,
    "User-Agent: someone/1",
    "accept-encoding: identity",
    "accept: */*",
    "content-type: text/plain",
  ]);
});

test("an invalid header is rejected before connecting", async (t) => {
  const server = createServer((socket) => socket.on("error", () => {}));
  const port = await listen(t, server);
  const came: (number | undefined)[] = [];
  server.on("connection", ({ remotePort }: Socket) => came.push(remotePort));
  for (const [name, value, code] of [
    ["authorization", "a token\nof two lines", "ERR_INVALID_CHAR"],
    ["authorization", "é…", "ERR_INVALID_CHAR"],
    ["no name", "a-token", "ERR_INVALID_HTTP_TOKEN"],
  ] as const) {
    const asked = { ...init(), headers: { [name]: value } };
    await assert.rejects(request(`https://127.0.0.1:${port}/`, asked), { code });
  }
  // The test's own connection comes after every connection of the request.
  const last = connect(port, "127.0.0.1");
  await once(last, "connect");
  const { localPort } = last;
  while (!came.includes(localPort)) await once(server, "connection");
  last.destroy();
  assert.deepEqual(came, [localPort]);
});

test("a protocol switch is not a response", { timeout }, async (t) => {
  const server = await startHostile(t);
  const switching = "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";
  void server.play({ act: (socket) => socket.write(switching) });
  await assert.rejects(server.fetch(ANYWHERE, init()));
  await server.allClosed();
});

test("a redirect without a location is rejected too", async (t) => {
  const server = await startHostile(t);
  void server.play({ act: (socket) => socket.write("HTTP/1.1 302 X\r\n\r\n") });
  await assert.rejects(server.fetch(ANYWHERE, init()), TypeError);
  await server.allClosed();
});

test("an aborted call rejects with the signal's reason and leaves no connection", {
  timeout,
}, async (t) => {
  const server = await startHostile(t);
  const [reason, controller] = [new Error("enough"), new AbortController()];
  void server.play({ act: () => controller.abort(reason) });
  await assert.rejects(server.fetch(ANYWHERE, init(controller.signal)), reason);
  await server.allClosed();
});

test("an untrusted certificate is rejected even with NODE_TLS_REJECT_UNAUTHORIZED=0", async (t) => {
  const [server, other] = [await startHostile(t), await startHostile(t)];
  void server.play({ act: (socket) => socket.end("HTTP/1.1 204 X\r\n\r\n") });
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  await assert.rejects(ledTo(server.origin, other.cert)(ANYWHERE, init()), {
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  assert.deepEqual(server.requests, []);
});

test("no request is sent to a URL that is not https", async (t) => {
  let count = 0;
  const port = await listen(
    t,
    createServer(() => count++),
  );
  await assert.rejects(request(`http://127.0.0.1:${port}/`, init()), { code: "ERR_INVALID_PROTOCOL" });
  assert.equal(count, 0);
});

const skip = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")
  ? false
  : "Node uses proxy variables from 22.21 and 24.5 on";

for (const [name, answer] of [
  ["refuses", "HTTP/1.1 407 X\r\ncontent-length: 9\r\n\r\n"],
  ["does not answer", ""],
] as const) {
  test(`no connection stays open to a proxy that ${name}`, { skip, timeout }, async (t) => {
    const controller = new AbortController();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => (answer === "" ? controller.abort() : socket.write(answer)));
    });
    const proxyEnv = { HTTPS_PROXY: `http://127.0.0.1:${await listen(t, server)}` };
    const connection = once(server, "connection");
    await assert.rejects(request(ANYWHERE, init(controller.signal), { proxyEnv } as object));
    const [socket] = (await connection) as [Socket];
    if (!socket.closed) await once(socket, "close");
  });
}
