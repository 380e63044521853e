// The last good limits over several beats (rules FALLBACK-1 to FALLBACK-3).
import assert from "node:assert/strict";
import { test } from "node:test";
import { BEAT_AT, makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";

const SESSION = { kind: "session", percent: 42, resets_at: "2026-11-20T19:00:00Z" };
const WEEKLY = { kind: "weekly_all", percent: 60, resets_at: null };
const GOOD = { status: 200, body: JSON.stringify({ limits: [SESSION, WEEKLY] }) };

/** Runs a beat at a given time while the vendor sends this answer, and returns the limits that were pushed. */
async function pushedAt(world: World, at: string, answer: { status: number; body?: string }) {
  world.vendor.answer(answer);
  await world.beat({ at });
  const { status, detail, fetchedAt, items } = snapshotIn(world.collector.requests.at(-1)).limits;
  return { status, detail, fetchedAt, kinds: items.map(({ kind }) => kind) };
}

test("while the vendor fails, the last good items are pushed with their own time", async (t) => {
  const world = await makeWorld(t);
  await pushedAt(world, BEAT_AT, GOOD);
  assert.deepEqual(await pushedAt(world, "2026-11-20T17:15:00.000Z", { status: 429 }), {
    status: "http_error",
    detail: "http_429",
    fetchedAt: BEAT_AT,
    kinds: ["session", "weekly_all"],
  });
});

test("an item is dropped at its reset", async (t) => {
  const world = await makeWorld(t);
  await pushedAt(world, BEAT_AT, GOOD);
  const before = await pushedAt(world, "2026-11-20T18:45:00.000Z", { status: 500 });
  const after = await pushedAt(world, "2026-11-20T19:00:00.000Z", { status: 500 });
  assert.deepEqual(before.kinds, ["session", "weekly_all"]);
  assert.deepEqual(after.kinds, ["weekly_all"]);
});

test("repeated failures keep the last good items, until they are 7 days old", async (t) => {
  const world = await makeWorld(t);
  await pushedAt(world, BEAT_AT, GOOD);
  for (const day of ["21", "23", "25", "27"]) {
    const { kinds, fetchedAt } = await pushedAt(world, `2026-11-${day}T17:00:00.000Z`, { status: 500 });
    assert.deepEqual([kinds, fetchedAt], [["weekly_all"], BEAT_AT]);
  }
  assert.deepEqual(await pushedAt(world, "2026-11-27T17:15:00.000Z", { status: 500 }), {
    status: "http_error",
    detail: "http_500",
    fetchedAt: null,
    kinds: [],
  });
});

test("new good limits replace the last ones", async (t) => {
  const world = await makeWorld(t);
  await pushedAt(world, BEAT_AT, GOOD);
  const again = "2026-11-20T17:15:00.000Z";
  await pushedAt(world, again, { status: 200, body: JSON.stringify({ limits: [WEEKLY] }) });
  const { kinds, fetchedAt } = await pushedAt(world, "2026-11-20T17:30:00.000Z", { status: 500 });
  assert.deepEqual([kinds, fetchedAt], [["weekly_all"], again]);
});

test("a first beat whose call fails pushes no items", async (t) => {
  const world = await makeWorld(t);
  assert.deepEqual(await pushedAt(world, BEAT_AT, { status: 401 }), {
    status: "http_error",
    detail: "http_401",
    fetchedAt: null,
    kinds: [],
  });
});
