// A running collector whose disk is full, and databases that it cannot start on.
import assert from "node:assert/strict";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { smallDisk, withoutSmallDisk } from "../../test/support/faults/small-disk.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { joined } from "../../test/support/joined.ts";
import { runProgram } from "../../test/support/program.ts";
import { openOrFail, runBeside, STORE_OPTIONS } from "../../test/support/store/databases.ts";
import { openStore, sqliteLibraries } from "../src/store/index.ts";

const skip = withoutSmallDisk;

/** A snapshot of many models, none of which was there before. */
function largeBody(seq: number): object {
  const counts = { inputTokens: 1, outputTokens: 1, cacheCreationTokens: 1, cacheReadTokens: 1 };
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, "0")}`,
    state: "frozen",
    models: Array.from({ length: 8 }, (_unused, model) => ({
      model: `${"m".repeat(100)} ${seq} ${model}`,
      requests: seq,
      ...counts,
    })),
  }));
  return { ...SNAPSHOT, seq, usage: { ...SNAPSHOT.usage, since: "2026-10-01", days } };
}

test("on a full disk a push gets 503 with Retry-After, and all is well when there is room", {
  skip,
}, async (t) => {
  const disk = await smallDisk(t, { kib: 4_096 });
  const database = `sqlite:${join(disk.dir, "collector.db")}`;
  const collector = await runCollector(t, { env: { AGENT_USAGE_COLLECTOR_DATABASE: database } });
  const token = await joined(collector);
  const key = await collector.key();
  const push = (seq: number) => collector.send("POST", "/agent-usage", { token, body: largeBody(seq) });
  const requests = async () => {
    const { body } = await collector.send("GET", "/api/v1/usage?from=2026-10-01&to=2026-10-01", {
      token: key,
    });
    return (JSON.parse(body) as { rows: { requests: number }[] }).rows[0]?.requests;
  };
  assert.equal((await push(1)).status, 204);
  disk.fill();
  // What SQLite has allocated already may still hold some.
  let seq = 1;
  let refused = await push(++seq);
  while (refused.status === 204 && seq < 20) refused = await push(++seq);
  assert.deepEqual([refused.status, JSON.parse(refused.body).error.code], [503, "unavailable"]);
  assert.match(String(refused.headers["retry-after"]), /^\d+$/);
  assert.equal(await requests(), (seq - 1) * 8);
  assert.equal((await collector.send("GET", "/livez")).status, 200);
  disk.makeRoom();
  assert.equal((await push(seq)).status, 204);
  assert.equal(await requests(), seq * 8);
  assert.equal((await collector.send("GET", "/readyz")).status, 200);
  const { code, stdout } = await collector.command("doctor", "--verify");
  assert.equal(code, 0, stdout);
});

/** Starts a server that must refuse, with one line. */
async function assertRefused(t: TestContext, database: string, words: RegExp): Promise<void> {
  const env = {
    AGENT_USAGE_COLLECTOR_DATABASE: database,
    AGENT_USAGE_COLLECTOR_LISTEN: "127.0.0.1:0",
    AGENT_USAGE_COLLECTOR_LOCAL: "off",
  };
  const { code, stdout, stderr } = await runProgram(t, COLLECTOR_CLI, ["serve"], { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^agent-usage-collector: [^\n]+\n$/);
  assert.match(stderr, words);
}

async function makeDatabase(database: string): Promise<void> {
  const opened = await openStore({ ...STORE_OPTIONS, database });
  assert.ok(opened.status === "open");
  await opened.store.close();
}

test("a database on a read-only file system: one line, and exit 1", { skip }, async (t) => {
  const disk = await smallDisk(t, { kib: 2_048 });
  // Made elsewhere: a library may keep a file open for a while.
  const elsewhere = join(await temporaryFolder(t), "collector.db");
  await makeDatabase(`sqlite:${elsewhere}`);
  const file = join(disk.dir, "collector.db");
  await copyFile(elsewhere, file);
  disk.makeReadOnly();
  await assertRefused(
    t,
    `sqlite:${file}`,
    /cannot be written; check its owner, and whether its disk is mounted/,
  );
});

test("a database of a newer version: one line, and exit 1", async (t) => {
  const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
  await makeDatabase(database);
  await runBeside({ ...STORE_OPTIONS, database }, [
    "insert into migration (name, timestamp) values ('999-later', '2027-01-01')",
  ]);
  await assertRefused(t, database, /written by a newer version of agent-usage-collector; install that/);
});

test("a database that another collector runs on: one line, and exit 1", async (t) => {
  const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
  await openOrFail(t, { ...STORE_OPTIONS, database });
  await assertRefused(t, database, /is in use by another process; stop that one first/);
});

test("a database that another program has locked: one line, and exit 1", async (t) => {
  const file = join(await temporaryFolder(t), "collector.db");
  await makeDatabase(`sqlite:${file}`);
  const other = sqliteLibraries()[0]?.open(file);
  t.after(() => other?.close());
  other?.exec("begin exclusive");
  await assertRefused(t, `sqlite:${file}`, /is in use by another process; stop that one first/);
});
