// Random requests: each gets an answer of the table, none a 5xx, and the server goes on. AGENT_USAGE_LONG_TESTS=1 for 100,000.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { toUSVString } from "node:util";
import fc from "fast-check";
import { runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { EVERY_CODE, errorSchema, ROUTES } from "../src/api/index.ts";

const RUNS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 100_000 : 300;
const ERROR = errorSchema(EVERY_CODE);

const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const type = fc.oneof(
  fc.constant("application/json"),
  fc.constantFrom(
    "application/json; charset=utf-16",
    "text/plain",
    "application/x-www-form-urlencoded",
    "a/b;c=d",
  ),
  headerText,
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((json) => Buffer.from(json)),
  // A snapshot with one field replaced.
  fc
    .record({ key: fc.constantFrom(...Object.keys(SNAPSHOT)), value: fc.jsonValue() })
    .map(({ key, value }) => Buffer.from(JSON.stringify({ ...SNAPSHOT, [key]: value }))),
);
const query = fc.oneof(
  fc.constant(""),
  fc.webQueryParameters().map((words) => `?${words}`),
  fc
    .record({
      name: fc.constantFrom("from", "to", "by", "machine", "account", "format", "cost"),
      value: fc.string(),
    })
    .map(({ name, value }) => `?${name}=${encodeURIComponent(toUSVString(value))}`),
);

test("no request gets a 5xx, and every error is one of the table", async (t) => {
  const collector = await runCollector(t);
  const { code } = await collector.invite();
  const { machine, program } = SNAPSHOT;
  const joined = await collector.send("POST", "/join", { body: { code, program, machine } });
  const { token } = JSON.parse(joined.body) as { token: string };
  const key = await collector.key();
  const agent = new Agent({ keepAlive: true, ca: await readFile(collector.caFile) });
  t.after(() => agent.destroy());
  const send = (method: string, path: string, headers: Record<string, string>, bytes: Buffer) =>
    new Promise<{ status: number; answer: string; isJson: boolean }>((resolve, reject) => {
      const call = request(new URL(path, collector.url), { method, agent, headers });
      call.on("error", reject);
      call.on("response", (response) => {
        const isJson = /json/.test(response.headers["content-type"] ?? "");
        text(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, answer, isJson }),
          reject,
        );
      });
      call.end(method === "POST" ? bytes : undefined);
    });
  const paths = fc.constantFrom(...ROUTES.map(({ path }) => path), "/", "/login", "/logout", "/invite");
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS");
  const bearer = fc.oneof(
    fc.constantFrom(token, key, code),
    headerText.map((word) => word.trim() || "x"),
  );
  await fc.assert(
    fc.asyncProperty(
      method,
      paths,
      query,
      type,
      bearer,
      body,
      async (name, path, words, kind, secret, bytes) => {
        const headers = { "content-type": kind.trim() || "x", authorization: `Bearer ${secret}` };
        const { status, answer, isJson } = await send(name, path + words, headers, bytes);
        assert.ok(status >= 200 && status < 500, `${name} ${path}${words}: ${status} ${answer}`);
        if (status >= 400 && isJson) ERROR.parse(JSON.parse(answer));
      },
    ),
    { numRuns: RUNS },
  );
  assert.equal((await collector.send("GET", "/readyz")).status, 200);
  const usage = await collector.send("GET", "/api/v1/usage", { token: key });
  assert.equal(usage.status, 200);
});
