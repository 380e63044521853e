// A scan with read errors (rules DAYS-6, LOG-4).
import assert from "node:assert/strict";
import { mkdir, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { requestLine } from "../support/transcript.ts";

const NEXT_DAY = "2026-11-21T17:00:00.000Z";

/** Makes transcripts that not even root can read: broken links. */
async function break_(world: World, ...names: string[]): Promise<void> {
  await mkdir(join(world.root, "broken"), { recursive: true });
  for (const name of names) await symlink(join(world.home, "gone"), join(world.root, "broken", name));
}

const beatLines = ({ logged }: World) => logged.filter((text) => text.includes("refresh done"));
const message = (text: string | undefined) => text?.slice(0, text.indexOf("{"));

test("a beat with read errors freezes no day", async (t) => {
  const world = await makeWorld(t);
  await break_(world, "a.jsonl");
  const result = await world.beat();
  assert.deepEqual(result.status === "done" && [result.readErrors, result.frozen], [1, 0]);
  const { days } = await world.state();
  assert.ok(Object.values(days).every(({ state }) => state === "open"));
});

test("the push is still sent, with the number of errors", async (t) => {
  const world = await makeWorld(t);
  await break_(world, "a.jsonl", "b.jsonl");
  const result = await world.beat();
  assert.deepEqual(result.status === "done" && result.push, { status: "delivered", httpStatus: 204 });
  assert.equal(snapshotIn(world.collector.requests[0]).usage.readErrors, 2);
  assert.equal((await world.state()).lastBeat?.readErrors, 2);
});

test("the message of the beat's log line has read_errors=N", async (t) => {
  const world = await makeWorld(t);
  await break_(world, "a.jsonl", "b.jsonl", "c.jsonl");
  await world.beat();
  assert.equal(beatLines(world).length, 1);
  assert.match(message(beatLines(world)[0]) ?? "", /\bread_errors=3\b/);
});

test("without read errors the message does not mention them", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.equal(beatLines(world).length, 1);
  assert.doesNotMatch(message(beatLines(world)[0]) ?? "", /read_errors/);
});

test("no log line holds a path", async (t) => {
  const world = await makeWorld(t);
  await break_(world, "a.jsonl");
  await world.beat();
  const text = world.logged.join("\n");
  for (const part of [world.home, "broken", "a.jsonl", "project"]) assert.ok(!text.includes(part), part);
});

test("frozen days stay frozen, and the counts of an open day do not go down", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  const before = await world.state();
  await unlink(join(world.root, "project/first.jsonl"));
  await break_(world, "a.jsonl");
  await world.beat({ at: NEXT_DAY });
  const after = await world.state();
  assert.deepEqual(after.days["2026-11-20"], before.days["2026-11-20"]);
  assert.deepEqual(after.days["2026-11-18"], before.days["2026-11-18"]);
});

test("days that were held back are frozen by the first beat without read errors", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  await break_(world, "a.jsonl");
  world.write("project/second.jsonl", [requestLine({ at: "2026-11-20T22:00:00.000Z" })], NEXT_DAY);
  for (const day of ["21", "22", "23"]) await world.beat({ at: `2026-11-${day}T17:00:00.000Z` });
  assert.equal((await world.state()).days["2026-11-20"]?.state, "open");
  await unlink(join(world.root, "broken/a.jsonl"));
  await world.beat({ at: "2026-11-23T17:15:00.000Z" });
  const { days } = await world.state();
  assert.equal(days["2026-11-20"]?.state, "frozen");
  assert.equal(days["2026-11-20"]?.models["model-a"]?.requests, 2);
  assert.deepEqual([days["2026-11-21"]?.state, days["2026-11-22"]?.state], ["frozen", "open"]);
});

test("a missing root is not a read error, and freezes no day", async (t) => {
  const world = await makeWorld(t);
  const result = await world.beat({
    config: { ...world.config, transcriptRoots: [join(world.home, "none")] },
  });
  assert.deepEqual(result.status === "done" && [result.readErrors, result.frozen], [0, 0]);
  assert.deepEqual(Object.keys((await world.state()).days), ["2026-11-20"]);
});
