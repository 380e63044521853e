// What a beat resolves to (rule LIBRARY-4).
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { runBeat } from "../../src/beat/beat.ts";
import { BEAT_AT, makeWorld, withoutPush } from "../support/beat-world.ts";
import { emptyState } from "../support/fixtures.ts";
import { requestLine } from "../support/transcript.ts";

const LIMITS = {
  status: "ok",
  fetchedAt: BEAT_AT,
  items: [{ kind: "session", group: "session", percent: 42, resetsAt: "2026-11-20T19:00:00Z", model: null }],
} as const;

test("done and delivered: the seq, the limits and the outcome of the push", async (t) => {
  const world = await makeWorld(t);
  assert.deepEqual(await world.beat(), {
    status: "done",
    seq: 1,
    limits: LIMITS,
    readErrors: 0,
    frozen: 0,
    push: { status: "delivered", httpStatus: 204 },
  });
});

test("each beat increments seq, and a day is frozen once", async (t) => {
  const world = await makeWorld(t);
  world.write("project/old.jsonl", [requestLine({ at: "2026-11-16T16:00:00.000Z" })]);
  const results = [await world.beat(), await world.beat({ at: "2026-11-20T17:15:00.000Z" })];
  assert.deepEqual(
    results.map((result) => result.status === "done" && [result.seq, result.frozen]),
    [
      [1, 3],
      [2, 0],
    ],
  );
});

test("without a base URL: done, push off, and the collector is not called", async (t) => {
  const world = await makeWorld(t);
  const result = await world.beat({ config: withoutPush(world) });
  assert.deepEqual(result, {
    status: "done",
    seq: 1,
    limits: LIMITS,
    readErrors: 0,
    frozen: 0,
    push: "off",
  });
  assert.deepEqual(world.collector.requests, []);
});

for (const [what, answer, push] of [
  ["an error from the collector", { status: 500 }, { status: "failed", reason: "http_500" }],
  [
    "a redirect from the collector",
    { status: 307, headers: { location: "/x" } },
    { status: "failed", reason: "network" },
  ],
] as const) {
  test(`after ${what} a beat is still done`, async (t) => {
    const world = await makeWorld(t);
    world.collector.answer(answer);
    const result = await world.beat();
    assert.deepEqual(result.status === "done" && result.push, push);
  });
}

test("a base URL that is not https: done, and the push refused", async (t) => {
  const world = await makeWorld(t);
  const baseUrl = "http://collector.example";
  const result = await world.beat({ config: { ...world.config, baseUrl } });
  assert.deepEqual(result.status === "done" && result.push, { status: "refused", reason: "not_https" });
});

test("the result has this beat's own limits, not the last good ones", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  world.vendor.answer({ status: 429 });
  const result = await world.beat({ at: "2026-11-20T17:15:00.000Z" });
  assert.deepEqual(result.status === "done" && result.limits, {
    status: "http_error",
    detail: "http_429",
    fetchedAt: null,
    items: [],
  });
});

for (const [reason, fields] of [
  ["newer", { schemaVersion: 2 }],
  ["other_program", { program: "another-program" }],
] as const) {
  test(`a state that is ${reason}: state_unusable, and no call is made`, async (t) => {
    const world = await makeWorld(t);
    await mkdir(world.stateDir, { recursive: true });
    await writeFile(join(world.stateDir, "state.json"), JSON.stringify({ ...emptyState(), ...fields }));
    assert.deepEqual(await world.beat(), { status: "state_unusable", reason });
    assert.deepEqual(world.calls, []);
  });
}

test("a file in place of the state folder: state_unusable, unwritable, and no call is made", async (t) => {
  const world = await makeWorld(t);
  await mkdir(dirname(world.stateDir), { recursive: true });
  await writeFile(world.stateDir, "");
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "unwritable" });
  assert.deepEqual(world.calls, []);
});

test("a folder in place of the state file: state_unusable, unwritable", async (t) => {
  const world = await makeWorld(t);
  await mkdir(join(world.stateDir, "state.json"), { recursive: true });
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "unwritable" });
});

test("only the settings are required: now may be a function too", async (t) => {
  const world = await makeWorld(t);
  const result = await world.beat({ now: () => Date.parse("2026-11-20T18:00:00.000Z") });
  assert.equal(result.status === "done" && result.limits.fetchedAt, "2026-11-20T18:00:00.000Z");
});

test("with only settings a beat is done, by this machine's clock", async (t) => {
  const world = await makeWorld(t);
  const now = new Date().toISOString();
  world.write("project/first.jsonl", [requestLine({ at: now })], now);
  const credentialsPath = join(world.home, "none.json");
  const config = { stateDir: world.stateDir, transcriptRoots: [world.root], credentialsPath };
  const result = await runBeat({ config });
  assert.equal(result.status, "done");
});
