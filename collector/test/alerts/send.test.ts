// One POST to a real receiver on loopback that fails in every way it can.
import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { freePort, listen, silentPort } from "../../../test/support/loopback.ts";
import { type Answer, type SendOptions, send } from "../../src/alerts/index.ts";

const certificate = await makeCertificate({ name: "hooks.example" });
const MESSAGE = { headers: { "content-type": "application/json" }, body: '{"text":"hello"}' };

/** Sends to a server of this machine under a name that leads there. */
function sendTo(port: number, options: Partial<SendOptions> = {}): Promise<Answer> {
  return send(
    { ...MESSAGE, url: `https://hooks.example:${port}/hook` },
    { allowPrivate: true, ca: certificate.cert, resolve: async () => ["127.0.0.1"], ...options },
  );
}

/** What a receiver that does this is answered with. */
async function answerOf(t: TestContext, listener: RequestListener, options: Partial<SendOptions> = {}) {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, listener);
  return sendTo(await listen(t, server), options);
}

const SHORT = { timeoutMs: 300 };

test("every status has its answer", async (t) => {
  let status = 0;
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (_request, response) => {
    response.writeHead(status, { location: "https://hooks.example/elsewhere" }).end();
  });
  const port = await listen(t, server);
  const expected = {
    200: "delivered",
    202: "delivered",
    204: "delivered",
    301: "redirected",
    302: "redirected",
    307: "redirected",
    308: "redirected",
    304: "redirected",
    400: "rejected",
    401: "rejected",
    404: "rejected",
    410: "rejected",
    408: "busy",
    425: "busy",
    429: "busy",
    500: "failing",
    502: "failing",
    503: "failing",
  };
  for (const [each, answer] of Object.entries(expected)) {
    status = Number(each);
    assert.equal((await sendTo(port)).answer, answer, each);
  }
});

test("the receiver gets the name, the headers and the body", async (t) => {
  let got = "";
  await answerOf(t, (request, response) => {
    request.on("data", (chunk: Buffer) => {
      got += chunk;
    });
    request.on("end", () => {
      got += ` ${request.method} ${request.headers.host?.split(":")[0]} ${request.headers["content-type"]} ${request.url}`;
      got += ` ${(request.socket as Socket & { servername?: string }).servername}`;
      response.end();
    });
  });
  assert.equal(got, '{"text":"hello"} POST hooks.example application/json /hook hooks.example');
});

test("a redirect is not followed", async (t) => {
  let asked = 0;
  const answer = await answerOf(t, (request, response) => {
    asked++;
    response.writeHead(302, { location: `https://${request.headers.host}/again` }).end();
  });
  assert.deepEqual([answer.answer, asked], ["redirected", 1]);
});

test("a receiver that accepts and never answers is a time-out", async (t) => {
  assert.equal((await answerOf(t, () => {}, SHORT)).answer, "timeout");
  assert.equal((await sendTo(await silentPort(t), SHORT)).answer, "timeout");
});

test("a name that is never resolved is a time-out", async () => {
  const answer = await sendTo(1, { ...SHORT, resolve: () => new Promise(() => {}) });
  assert.equal(answer.answer, "timeout");
});

test("nothing of a slow or a huge body is waited for", async (t) => {
  const slow = await answerOf(t, (_request, response) => void response.writeHead(200).write("a"));
  const huge = await answerOf(t, (_request, response) => {
    response.on("error", () => {});
    const chunk = Buffer.alloc(1 << 20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  });
  assert.deepEqual([slow.answer, huge.answer], ["delivered", "delivered"]);
});

test("a receiver that refuses, closes midway or answers garbage is told apart", async (t) => {
  assert.equal((await sendTo(await freePort())).answer, "refused");
  assert.equal((await answerOf(t, (request) => void request.socket.destroy())).answer, "broken");
  const half = await answerOf(t, (request) => void request.socket.end("HTTP/1.1 200 O"));
  const garbage = await answerOf(t, (request) => void request.socket.end("220 smtp ready\r\n\r\n"));
  assert.deepEqual([half.answer, garbage.answer], ["broken", "broken"]);
});

test("a certificate that is not trusted, or of another name, is refused before anything is sent", async (t) => {
  let asked = 0;
  const count: RequestListener = (_request, response) => {
    asked++;
    response.end();
  };
  const other = await makeCertificate();
  assert.equal((await answerOf(t, count, { ca: other.cert })).answer, "certificate");
  const server = createServer({ key: other.key, cert: other.cert }, count);
  const port = await listen(t, server);
  assert.equal((await sendTo(port, { ca: other.cert })).answer, "certificate");
  assert.equal(asked, 0);
});

test("a stop ends a delivery", async (t) => {
  const stop = new AbortController();
  const answer = await answerOf(t, () => stop.abort(), { signal: stop.signal });
  assert.deepEqual(answer, { answer: "stopped", status: null });
});

const PRIVATE = [
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "240.0.0.1",
  "198.18.0.1",
  "192.0.2.1",
  "::",
  "::1",
  "fe80::1",
  "fc00::1",
  "fd12::1",
  "ff02::1",
  "fec0::1",
  "2001:db8::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8.8",
  "::7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "2002:7f00:1::",
  "::ffff:0:127.0.0.1",
  "2001::1",
  "not an address",
  "",
];

test("addresses that are not of the public internet get no connection", async (t) => {
  const connections: Socket[] = [];
  const server = createServer({ key: certificate.key, cert: certificate.cert });
  server.on("connection", (socket: Socket) => connections.push(socket));
  const port = await listen(t, server);
  for (const address of PRIVATE) {
    const answer = await sendTo(port, { allowPrivate: false, resolve: async () => [address] });
    assert.equal(answer.answer, "private_address", address);
    const mixed = await sendTo(port, { allowPrivate: false, resolve: async () => ["8.8.8.8", address] });
    assert.equal(mixed.answer, "private_address", `8.8.8.8 and ${address}`);
  }
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"]) {
    const answer = await send({ ...MESSAGE, url: `https://${host}:${port}/` }, { allowPrivate: false });
    assert.equal(answer.answer, "private_address", host);
  }
  assert.equal(connections.length, 0);
});

test("the connection goes to the address that was checked: the name is asked for once", async (t) => {
  let asked = 0;
  const answer = await answerOf(t, (_request, response) => response.end(), {
    resolve: async () => (++asked === 1 ? ["127.0.0.1"] : ["203.0.113.1"]),
  });
  assert.deepEqual([answer.answer, asked], ["delivered", 1]);
});

test("a name without an address is told apart", async () => {
  assert.equal((await sendTo(1, { resolve: async () => [] })).answer, "no_address");
  const answer = await send(
    { ...MESSAGE, url: "https://nothing.invalid/" },
    { allowPrivate: false, timeoutMs: 20_000 },
  );
  assert.equal(answer.answer, "no_address");
});
