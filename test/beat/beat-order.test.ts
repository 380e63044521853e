// The state is saved before the push (rule PUSH-1), and the outcome is noted after it.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readHistory, stateFolder } from "../../src/state/index.ts";
import { BEAT_AT, makeWorld, withoutPush } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";

const LATER = "2026-11-20T17:15:00.000Z";

test("the state of this beat is on disk before the collector gets the push", async (t) => {
  const world = await makeWorld(t);
  const found: unknown[] = [];
  world.collector.answer(async () => {
    const { seq, stateId, lastBeat } = await world.state();
    found.push({ seq, stateId, at: lastBeat?.at });
    return { status: 204 };
  });
  await world.beat();
  await world.beat({ at: LATER });
  const { stateId } = await world.state();
  assert.deepEqual(found, [
    { seq: 1, stateId, at: BEAT_AT },
    { seq: 2, stateId, at: LATER },
  ]);
});

test("the snapshot has the seq and stateId of the state that was saved", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  const { seq, stateId } = await world.state();
  const snapshot = snapshotIn(world.collector.requests[0]);
  assert.deepEqual([snapshot.seq, snapshot.stateId], [seq, stateId]);
});

test("the limits call comes before the push, once each", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.deepEqual(
    world.calls.map(({ method, url }) => `${method} ${url}`),
    ["GET https://api.agent.example/api/oauth/usage", "POST https://collector.example/team/agent-usage"],
  );
});

test("a delivery is noted in a file that only its owner can read", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.deepEqual(await world.delivery(), { at: BEAT_AT, outcome: "delivered", lastDeliveredAt: BEAT_AT });
  const { mode } = await stat(join(world.stateDir, "delivery.json"));
  assert.equal(mode & 0o777, 0o600);
});

test("a failed push is noted with the time of the last delivered one", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  world.collector.answer({ status: 503 });
  await world.beat({ at: LATER });
  assert.deepEqual(await world.delivery(), { at: LATER, outcome: "http_503", lastDeliveredAt: BEAT_AT });
});

test("before the first delivery, the time of the last delivered push is null", async (t) => {
  const world = await makeWorld(t);
  world.collector.answer({ status: 401 });
  await world.beat();
  assert.deepEqual(await world.delivery(), { at: BEAT_AT, outcome: "http_401", lastDeliveredAt: null });
});

test("a beat without a push notes nothing", async (t) => {
  const world = await makeWorld(t);
  await world.beat({ config: withoutPush(world) });
  await assert.rejects(world.delivery(), { code: "ENOENT" });
});

test("everything in a failed push is in the next one", async (t) => {
  const world = await makeWorld(t);
  world.collector.answer({ status: 500 });
  await world.beat();
  world.collector.answer({ status: 204 });
  await world.beat({ at: LATER });
  const [first, second] = world.collector.requests.map(snapshotIn);
  assert.deepEqual(second?.usage, first?.usage);
  assert.equal(second?.usage.days.at(-1)?.models[0]?.requests, 1);
});

test("each refresh with fresh limits adds what changed to their history", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  await world.beat({ at: LATER });
  world.vendor.answer({ status: 503 });
  await world.beat({ at: LATER });
  const history = await readHistory(stateFolder(world.stateDir));
  assert.deepEqual(history, [
    {
      kind: "session",
      group: "session",
      model: null,
      percent: 42,
      resetsAt: "2026-11-20T19:00:00.000Z",
      fetchedAt: BEAT_AT,
    },
  ]);
});
