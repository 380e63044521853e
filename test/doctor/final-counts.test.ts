// Doctor and the requests whose lines never got a final count (rule SCAN-25).
import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherFinalCounts, judgeFinalCounts } from "../../src/commands/doctor/final-counts.ts";
import { printed } from "../support/doctor/check-lines.ts";
import { HOUR, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type LineParts, line, writeFiles } from "../support/transcript.ts";

const USAGE = { output_tokens: 5 };

/** A line that says why the answer stopped, or not. */
function part(stop_reason: unknown, parts: LineParts = {}): string {
  const message = { id: "m1", model: "model-a", usage: USAGE, stop_reason };
  const { id, ...rest } = parts;
  return line({ ...rest, more: { message: { ...message, ...("id" in parts && { id }) } } });
}

async function count(t: TestContext, files: Readonly<Record<string, readonly string[]>>) {
  const root = await temporaryFolder(t);
  writeFiles(root, files);
  return gatherFinalCounts([root], NOW);
}

test("a request with a stop reason on any of its lines has a final count", async (t) => {
  const files = { "a.jsonl": [part(null), part("tool_use"), part(null)], "b.jsonl": [part(null)] };
  assert.deepEqual(await count(t, files), { requests: 1, unfinished: 0 });
});

for (const none of [null, undefined, "", 5, ["end_turn"]]) {
  test(`the stop reason ${JSON.stringify(none)} is none`, async (t) => {
    assert.deepEqual(await count(t, { "a.jsonl": [part(none)] }), { requests: 1, unfinished: 1 });
  });
}

test("each line without an id is a request", async (t) => {
  const lines = [part("end_turn", { id: undefined }), part(null, { id: undefined })];
  assert.deepEqual(await count(t, { "a.jsonl": lines }), { requests: 2, unfinished: 1 });
});

test("an id with an escape is the same id", async (t) => {
  const lines = [part(null, { id: "m1" }), part("end_turn", { id: "m1" }).replace('"m1"', '"\\u006d1"')];
  assert.deepEqual(await count(t, { "a.jsonl": lines }), { requests: 1, unfinished: 0 });
});

test("only requests of the last 7 days count, and none that may still be streaming", async (t) => {
  const times = [
    NOW - HOUR / 2,
    NOW - 2 * HOUR,
    Date.parse("2026-11-14T05:00:00Z"),
    Date.parse("2026-11-14T04:59:59Z"),
  ];
  const lines = times.map((time, id) => part(null, { id: `m${id}`, at: new Date(time).toISOString() }));
  assert.deepEqual(await count(t, { "a.jsonl": lines }), { requests: 2, unfinished: 2 });
});

test("a transcript that cannot be read does not stop the count", async (t) => {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [part(null)], "b.jsonl": [part(null, { id: "m2" })] });
  await chmod(join(root, "a.jsonl"), 0);
  const isRoot = process.geteuid?.() === 0;
  assert.equal((await gatherFinalCounts([root], NOW)).requests, isRoot ? 2 : 1);
});

test("doctor says how many requests have no final count, and what that means", () => {
  assert.equal(
    printed(judgeFinalCounts({ requests: 200, unfinished: 41 })),
    "200 requests of the last 7 days, 41 of them (21%) without a final count: their output may be counted too low\n",
  );
  assert.match(printed(judgeFinalCounts({ requests: 1000, unfinished: 1 })), /1 of them \(under 1%\)/);
  assert.match(
    printed(judgeFinalCounts({ requests: 3, unfinished: 0 })),
    /^3 requests .*, each with a final count/,
  );
  assert.deepEqual(judgeFinalCounts({ requests: 0, unfinished: 0 }), []);
});
