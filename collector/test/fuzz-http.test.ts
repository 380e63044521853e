// Random requests: each gets an answer of the table, none a 5xx, nothing of a refused one is kept, and memory stays flat.
// AGENT_USAGE_LONG_TESTS=1 for 100,000.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { test } from "node:test";
import { toUSVString } from "node:util";
import fc from "fast-check";
import { runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joined } from "../../test/support/joined.ts";
import { EVERY_CODE, errorSchema, ROUTES } from "../src/api/index.ts";

const IS_LONG = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const REQUESTS = IS_LONG ? 100_000 : 2_000;
/** Requests that are sent at once. */
const AT_ONCE = 20;
/** How much memory a long run may add after its first tenth, in KiB. */
const MOST_ADDED_KIB = 64 * 1024;
const TRACE = /^\s+at |node:internal|\.[cm]?[jt]s:\d+/m;
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

const paths = fc.constantFrom(...ROUTES.map(({ path }) => path), "/", "/login", "/logout", "/invite");
const method = fc.oneof(
  { weight: 3, arbitrary: fc.constant("POST") },
  fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS"),
);

test("no request gets a 5xx, every error is one of the table, and nothing of a refused one is kept", async (t) => {
  const collector = await runCollector(t);
  const { code } = await collector.invite();
  const token = await joined(collector);
  const key = await collector.key();
  const ca = await readFile(collector.caFile);
  // Failures are limited by address.
  const agents = Array.from({ length: 100 }, (_, index) => {
    return new Agent({ keepAlive: true, ca, localAddress: `127.0.2.${index + 1}` });
  });
  t.after(() => {
    for (const agent of agents) agent.destroy();
  });
  const known = fc.constantFrom(token, key, code);
  const bearer = fc.oneof(
    { weight: 5, arbitrary: known },
    headerText.map((word) => word.trim() || "x"),
  );
  let sent = 0;
  const isKept = async (name: string, path: string, kind: string, secret: string, bytes: Buffer) => {
    const headers = { "content-type": kind.trim() || "x", authorization: `Bearer ${secret}` };
    const agent = agents[sent++ % agents.length];
    const answer = await collector.send(name, path, {
      headers,
      ...(agent && { agent }),
      ...(name === "POST" && { body: bytes }),
    });
    const { status, body: answered } = answer;
    assert.ok(status >= 200 && status < 500, `${name} ${path}: ${status} ${answered}`);
    if (status >= 400 && /json/.test(String(answer.headers["content-type"]))) {
      ERROR.parse(JSON.parse(answered));
      assert.doesNotMatch(answered, TRACE);
    }
    return name === "POST" && status < 300;
  };
  const shown = async () => {
    const [agent] = agents;
    const read = (path: string) =>
      collector.send("GET", path, { token: key, ...(agent && { agent }) }).then(({ body: text }) => text);
    return [
      await read("/api/v1/usage?by=day,machine,model,account&from=2020-01-01"),
      await read("/api/v1/machines"),
    ];
  };

  let before = await shown();
  let warm: number | undefined;
  const one = fc.tuple(method, paths, query, type, bearer, body);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      const kept = await Promise.all(
        requests.map(([name, path, words, kind, secret, bytes]) =>
          isKept(name, path + words, kind, secret, bytes),
        ),
      );
      const after = await shown();
      if (!kept.includes(true)) assert.deepEqual(after, before);
      before = after;
      if (warm === undefined && sent > REQUESTS / 10) warm = await memoryOf(collector.program.child.pid);
    }),
    { numRuns: REQUESTS / AT_ONCE },
  );
  const last = await memoryOf(collector.program.child.pid);
  t.diagnostic(`${sent} requests; memory after a tenth ${warm} KiB, at the end ${last} KiB`);
  if (IS_LONG && last !== undefined)
    assert.ok(last < (warm ?? 0) + MOST_ADDED_KIB, `${warm}, then ${last} KiB`);
  assert.equal((await collector.send("GET", "/readyz")).status, 200);
  collector.program.child.kill("SIGTERM");
  const { code: exit, stderr } = await collector.program.ended;
  assert.equal(exit, 0);
  assert.doesNotMatch(stderr, /failed unexpectedly/);
});

/** The memory that a process has, in KiB. Undefined where the system does not say. */
async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const found = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return found === undefined ? undefined : Number(found);
}
