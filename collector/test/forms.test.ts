// What is checked of a form before its body is read.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { connect } from "node:tls";
import { runCollector } from "../../test/support/collector-program.ts";
import { FORM, signInAdmin } from "./support/people.ts";

const collector = await runCollector({ after });
const admin = await signInAdmin(collector);
const ca = await readFile(collector.caFile);
const { host, port } = new URL(collector.url);

/** Sends the head of a form that never sends its body. @returns the status that comes nevertheless */
async function answerToHead(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const socket = connect({ host: "localhost", port: Number(port), ca });
  await once(socket, "secureConnect");
  const lines = Object.entries({ host, ...FORM, "content-length": "9999", ...headers });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString("latin1"))?.[1]);
}

const origin = collector.url;
const { cookie } = admin;

for (const [what, path, headers, status] of [
  ["of another site", "/login", { origin: "https://evil.example" }, 403],
  ["of another site", "/share", { origin: "https://evil.example" }, 403],
  ["of another site", "/logout", { origin: "https://evil.example", cookie }, 403],
  ["of another site", "/invite", { origin: "https://evil.example", cookie }, 403],
  ["without an origin", "/password", { cookie }, 403],
  ["of nobody", "/settings/people/add", { origin }, 401],
  ["of nobody", "/settings/people/add", { origin, cookie: "__Host-session=aus_x" }, 401],
  ["as JSON", "/settings/people/add", { origin, cookie, "content-type": "application/json" }, 415],
  ["as JSON", "/login", { origin, "content-type": "application/json" }, 415],
  ["as a file", "/invite", { origin, cookie, "content-type": "multipart/form-data; boundary=x" }, 415],
] as const) {
  test(`a form ${what} gets ${status} from ${path} without its body being read`, async () => {
    assert.equal(await answerToHead(path, headers), status);
  });
}

test("a form that is no form changes nothing, and its answer is a page", async () => {
  const reply = await collector.send("POST", "/settings/keys/create", {
    headers: { cookie, origin, "content-type": "application/json" },
    body: { name: "made by JSON" },
  });
  assert.equal(reply.status, 415);
  assert.match(reply.body, /<h1>This is not a form<\/h1>/);
  assert.doesNotMatch((await admin.get("/settings")).body, /made by JSON/);
});

test("a form may name its charset, in any case", async () => {
  const reply = await collector.send("POST", "/settings/keys/create", {
    headers: { cookie, origin, "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" },
    body: "name=with+a+charset",
  });
  assert.equal(reply.status, 200);
});
