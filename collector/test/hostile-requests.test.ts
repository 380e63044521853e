// Whatever a stranger sends: an error of the table, never a 5xx, and the server goes on.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { connect } from "node:tls";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { API_ERRORS, EVERY_CODE, errorSchema } from "../src/api/index.ts";

const ERROR = errorSchema(EVERY_CODE);

/** Sends bytes as they are. @returns the status and the body of the answer; an empty body if the connection just ends */
async function raw({ url, caFile }: RunningCollector, bytes: string | Buffer) {
  const { port } = new URL(url);
  const socket = connect({ host: "localhost", port: Number(port), ca: await readFile(caFile) });
  await once(socket, "secureConnect");
  socket.on("error", () => {});
  socket.write(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}

function assertError(status: number, body: string, code: keyof typeof API_ERRORS): void {
  const { error } = ERROR.parse(JSON.parse(body));
  assert.deepEqual([status, error.code], [API_ERRORS[code].status, code]);
}

/** For the tests that neither stop it nor reach the limit of failures. */
const collector = await runCollector({ after });

test("each error has its status, its code and nothing of the request", async () => {
  const { code } = await collector.invite("--uses", "9");
  const id = "a3bb189e-8bf9-4c5d-9a55-111111111111";
  const machine = { id, label: "desk", os: "linux" };
  const join = (body: object | string | Uint8Array, headers = {}) =>
    collector.send("POST", "/join", { body, headers });
  const { body } = await join({ code, program: "agent-usage", machine });
  const { token } = JSON.parse(body) as { token: string };
  const push = (sent: object | string | Uint8Array, headers = {}) =>
    collector.send("POST", "/agent-usage", { token, body: sent, headers });

  for (const [answer, expected] of [
    [await join("{"), "not_json"],
    [await join(Buffer.from([0x22, 0xff, 0x22])), "not_json"],
    [await join(""), "not_json"],
    [await join({}), "invalid_body"],
    [await join({ code, program: "agent usage", machine }), "invalid_body"],
    [await join({ code, program: "p", machine: { ...machine, label: "a\0b" } }), "invalid_body"],
    [await join({ code: "nope", program: "p", machine }), "invalid_code"],
    [await join({ code: token, program: "p", machine }), "invalid_code"],
    [await join("x", { "content-type": "text/plain" }), "unsupported_media_type"],
    [await join("{}", { "content-encoding": "gzip" }), "unsupported_media_type"],
    [await join("x".repeat(70_000)), "too_large"],
    [await push("{"), "not_json"],
    [await push({ schemaVersion: 1 }), "invalid_snapshot"],
    [await push("[".repeat(60_000)), "not_json"],
    [await collector.send("POST", "/agent-usage", { body: "{}" }), "invalid_token"],
    [await collector.send("POST", "/agent-usage", { body: "{}", token: code }), "invalid_token"],
    [await collector.send("GET", "/api/v1/usage", { token }), "invalid_token"],
    [await collector.send("GET", "/metrics", { token: await collector.key() }), "invalid_token"],
    [await collector.send("GET", "/api/v1/usage?by=x", { token: await collector.key() }), "invalid_query"],
    [
      await collector.send("GET", "/api/v1/usage?__proto__=x", { token: await collector.key() }),
      "invalid_query",
    ],
    [await collector.send("GET", "/nothing"), "not_found"],
    [await collector.send("GET", "/%zz"), "bad_request"],
    [await collector.send("PUT", "/join"), "method_not_allowed"],
    [await collector.send("PROPFIND", "/join"), "method_not_allowed"],
  ] as const) {
    assertError(answer.status, answer.body, expected);
    for (const secret of [code, token]) assert.ok(!answer.body.includes(secret));
  }
  assert.equal((await collector.send("DELETE", "/livez")).headers["allow"], "GET, HEAD");
  assert.equal((await collector.send("GET", "/livez")).status, 200);
});

test("the path of a wrong field is named, and its value is not", async () => {
  const { status, body } = await collector.send("POST", "/join", {
    body: { code: "c", program: "p", machine: { id: "a-secret-value", label: "x", os: "x" } },
  });
  assert.equal(status, 422);
  assert.equal(JSON.parse(body).error.path, "machine.id");
  assert.ok(!body.includes("a-secret-value"));
});

for (const [name, bytes, code] of [
  ["no HTTP at all", "\u0016\u0003nonsense\r\n\r\n", "bad_request"],
  ["an unknown method", "FROB / HTTP/1.1\r\nHost: x\r\n\r\n", "bad_request"],
  [
    "two lengths",
    "POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "bad_request",
  ],
  [
    "a length and chunks",
    "POST /join HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "bad_request",
  ],
  ["headers of 20 KB", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`, "headers_too_large"],
  ["no Host", "GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n", "bad_request"],
  ["two Hosts", "GET /livez HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n", "bad_request"],
  [
    "two tokens",
    "GET /livez HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n",
    "bad_request",
  ],
  ["an unknown Expect", "GET /livez HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n", "expectation_failed"],
  ["CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "method_not_allowed"],
  ["a NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", "bad_request"],
] as const) {
  test(`${name}: ${code}`, async () => {
    const { status, body } = await raw(collector, bytes);
    assertError(status, body, code);
    assert.equal((await collector.send("GET", "/livez")).status, 200);
  });
}

test("after 60 failures a minute, more of them are refused, and what is right still works", async (t) => {
  const limited = await runCollector(t);
  const { code } = await limited.invite();
  const statuses: number[] = [];
  for (let count = 0; count < 62; count++) {
    statuses.push((await limited.send("GET", "/metrics", { token: `wrong-${count}` })).status);
  }
  assert.deepEqual([statuses[0], statuses[59], statuses[60], statuses[61]], [401, 401, 429, 429]);
  const machine = { id: "a3bb189e-8bf9-4c5d-9a55-111111111111", label: "desk", os: "linux" };
  const joined = await limited.send("POST", "/join", { body: { code, program: "p", machine } });
  assert.equal(joined.status, 201);
});
