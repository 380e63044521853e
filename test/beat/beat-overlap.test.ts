// Beats that overlap, and beats that are stopped (rules LOCK-1, LIBRARY-5).
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { makeWorld } from "../support/beat-world.ts";
import { heldAnswer } from "../support/collector.ts";

test("a beat during another one's push is an overlap: it makes no call and saves nothing", async (t) => {
  const world = await makeWorld(t);
  const { release, answer } = heldAnswer();
  world.collector.answer(answer);
  const first = world.beat();
  await world.collector.request(1);
  assert.deepEqual(await world.beat(), { status: "overlap" });
  assert.equal((await world.state()).seq, 1);
  release();
  const result = await first;
  assert.deepEqual(result.status === "done" && [result.seq, result.push], [
    1,
    { status: "delivered", httpStatus: 204 },
  ]);
  assert.equal(world.calls.length, 2);
});

test("the beat after one that overlapped is done", async (t) => {
  const world = await makeWorld(t);
  const { release, answer } = heldAnswer();
  world.collector.answer(answer);
  const first = world.beat();
  await world.collector.request(1);
  await world.beat();
  release();
  await first;
  const next = await world.beat();
  assert.equal(next.status === "done" && next.seq, 2);
});

test("beats with different state folders do not overlap", async (t) => {
  const world = await makeWorld(t);
  const { release, answer } = heldAnswer();
  world.collector.answer(answer);
  const first = world.beat();
  await world.collector.request(1);
  world.collector.answer({ status: 204 });
  const other = await world.beat({ config: { ...world.config, stateDir: `${world.stateDir}-2` } });
  assert.equal(other.status, "done");
  release();
  assert.equal((await first).status, "done");
});

test("a beat that is stopped before it begins is aborted: it creates no folder and makes no call", async (t) => {
  const world = await makeWorld(t);
  assert.deepEqual(await world.beat({ signal: AbortSignal.abort() }), { status: "aborted" });
  await assert.rejects(readdir(world.stateDir), { code: "ENOENT" });
  assert.deepEqual(world.calls, []);
});

test("a beat that is stopped during the limits call is aborted: nothing is saved or pushed", async (t) => {
  const world = await makeWorld(t);
  world.vendor.answer("never");
  const controller = new AbortController();
  const beat = world.beat({ signal: controller.signal });
  await world.vendor.request(1);
  controller.abort();
  assert.deepEqual(await beat, { status: "aborted" });
  await assert.rejects(world.state(), { code: "ENOENT" });
  assert.deepEqual(world.collector.requests, []);
});

test("a beat that is stopped during the limits call does not change the state", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  const before = await world.state();
  world.vendor.answer("never");
  const controller = new AbortController();
  const beat = world.beat({ signal: controller.signal, at: "2026-11-20T17:15:00.000Z" });
  await world.vendor.request(2);
  controller.abort();
  assert.deepEqual(await beat, { status: "aborted" });
  assert.deepEqual(await world.state(), before);
});

test("a beat that is stopped during its push is done: the state is saved, the push aborted", async (t) => {
  const world = await makeWorld(t);
  world.collector.answer("never");
  const controller = new AbortController();
  const beat = world.beat({ signal: controller.signal });
  await world.collector.request(1);
  controller.abort();
  const result = await beat;
  assert.deepEqual(result.status === "done" && [result.seq, result.push], [
    1,
    { status: "failed", reason: "aborted" },
  ]);
  assert.equal((await world.state()).seq, 1);
});

test("a beat that is stopped releases the lock", async (t) => {
  const world = await makeWorld(t);
  world.collector.answer("never");
  const controller = new AbortController();
  const beat = world.beat({ signal: controller.signal });
  await world.collector.request(1);
  controller.abort();
  await beat;
  world.collector.answer({ status: 204 });
  assert.equal((await world.beat()).status, "done");
});

test("every beat releases its lock, whatever its result", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.ok(!(await readdir(world.stateDir)).includes("beat.lock"));
  await writeFile(join(world.stateDir, "state.json"), JSON.stringify({ schemaVersion: 2 }));
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "newer" });
  assert.ok(!(await readdir(world.stateDir)).includes("beat.lock"));
});
