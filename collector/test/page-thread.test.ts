// Pages are made in a thread of their own, which may end at any time.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { COLLECTOR_CLI } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { PageThread, type PageThreadOptions } from "../src/making/index.ts";
import { Line } from "../src/making/line.ts";
import { type AskedRead, bareApp, NotMade } from "../src/server/index.ts";
import { openStore } from "../src/store/index.ts";
import { sendErrorPage } from "../src/web/index.ts";

const PROGRAM = pathToFileURL(join(COLLECTOR_CLI, "../page-worker.js"));
const DIES = new URL("data:text/javascript,process.exit(1)");
const HANGS = new URL("data:text/javascript,setInterval(()=>{},1e9)");
const MACHINES: AskedRead = { kind: "read", path: "/api/v1/machines", query: {}, now: 0, asker: "key one" };

const lines: string[] = [];
const line = (_: object, text: string) => void lines.push(text);
const log = { debug: line, info: line, warn: line, error: line };
let database: string;

before(async (t) => {
  database = `sqlite:${join(await temporaryFolder(t as Parameters<typeof temporaryFolder>[0]), "c.db")}`;
  const makeAuthority = async () => ({ certificate: "", key: "" });
  const opened = await openStore({ database, makeAuthority });
  assert.ok(opened.status === "open");
  await opened.store.close();
});

const threadOf = (options: Partial<PageThreadOptions>) => new PageThread({ database, log, ...options });
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();

test("a page whose thread dies fails with one line in the log, and the next page is made", async (t) => {
  const programs = [DIES, PROGRAM];
  const thread = threadOf({ program: () => programs.shift() ?? PROGRAM });
  t.after(() => thread.close());
  const both = await Promise.allSettled([thread.make(MACHINES), thread.make(MACHINES)]);
  for (const result of both) assert.ok(result.status === "rejected" && result.reason instanceof NotMade);
  assert.deepEqual(lines, ["the thread that makes pages has ended: the next page starts another"]);
  assert.equal(textOf(await thread.make(MACHINES)), '{"machines":[]}');
});

test("a thread without work ends, and the next page starts another", async (t) => {
  let started = 0;
  const program = () => {
    started++;
    return PROGRAM;
  };
  const thread = threadOf({ program, idleMs: 0 });
  t.after(() => thread.close());
  for (let n = 1; n <= 2; n++) {
    assert.equal((await thread.make(MACHINES)).status, 200);
    while (thread.isRunning) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(started, n);
  }
});

test("a page that takes too long fails and ends its thread; those that waited for it are given to the next", async (t) => {
  let started = 0;
  const program = () => {
    started++;
    return HANGS;
  };
  const thread = threadOf({ program, makingMs: 100 });
  t.after(() => thread.close());
  const settled: string[] = [];
  const make = (name: string) =>
    thread.make(MACHINES).catch((error: Error) => settled.push(`${name}: ${error.name}, ${started} started`));
  await Promise.all([make("first"), make("second")]);
  assert.deepEqual(settled, ["first: NotMade, 2 started", "second: NotMade, 2 started"]);
  assert.equal(thread.isRunning, false);
});

test("whoever asks for too many pages at once is refused, and all others have theirs", async (t) => {
  const thread = threadOf({ program: () => PROGRAM });
  t.after(() => thread.close());
  const all = Promise.allSettled(Array.from({ length: 40 }, () => thread.make(MACHINES)));
  assert.equal((await thread.make({ ...MACHINES, asker: "person ada" })).status, 200);
  const refused = (await all).filter(({ status }) => status === "rejected");
  assert.deepEqual(
    refused.map((result) => "reason" in result && result.reason.why),
    Array(4).fill("too_many"),
  );
});

test("everybody who asks has a turn before anyone has a second one, and the line has an end", () => {
  const line = new Line<string>();
  for (const item of ["a1", "a2", "a3", "b1", "b2", "c1"]) line.add(item.charAt(0), item);
  const order = Array.from({ length: 7 }, () => line.next());
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  const taken = Array.from({ length: 200 }, (_, asker) => line.add(String(asker), "x"));
  assert.equal(taken.filter(Boolean).length, 128);
});

test("a database that cannot be read is said to be unavailable, and the thread goes on", async (t) => {
  const thread = new PageThread({ database: "sqlite:/nowhere/c.db", log, program: () => PROGRAM });
  t.after(() => thread.close());
  for (let n = 0; n < 2; n++) await assert.rejects(thread.make(MACHINES), { name: "StoreUnavailable" });
});

test("people and programs read that a page could not be made, and that it may work soon", async (t) => {
  const app = bareApp({ log }, { sendErrorPage });
  t.after(() => app.close());
  app.get("/page", { config: { isPage: true } }, () => Promise.reject(new NotMade("failed")));
  app.get("/api/v1/usage", () => Promise.reject(new NotMade("too_many")));
  const page = await app.inject({ path: "/page", headers: { host: "localhost" } });
  assert.deepEqual([page.statusCode, page.headers["retry-after"]], [503, "30"]);
  assert.match(page.body, /<h1>This page could not be made<\/h1>/);
  const answer = await app.inject({ path: "/api/v1/usage", headers: { host: "localhost" } });
  assert.equal(answer.statusCode, 503);
  assert.match(answer.body, /"code":"unavailable","message":"Wait until those that you asked for/);
});
