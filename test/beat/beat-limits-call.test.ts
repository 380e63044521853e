// The one limits call of a beat, and the version it sends (rules SAFETY-4, FETCH-4, STATE-21).
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { BEAT_AT, makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { requestLine } from "../support/transcript.ts";

const LATER = "2026-11-20T17:15:00.000Z";
const agents = ({ vendor }: World) => vendor.requests.map(({ headers }) => headers["user-agent"]);

test("a beat asks for the limits exactly once, with GET", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  assert.deepEqual(
    world.vendor.requests.map(({ method, path }) => [method, path]),
    [["GET", "/api/oauth/usage"]],
  );
});

for (const answer of [{ status: 429 }, { status: 500 }, { status: 200, body: "no JSON" }, "reset"] as const) {
  test(`after ${JSON.stringify(answer)} there is no second call in the same beat`, async (t) => {
    const world = await makeWorld(t);
    world.vendor.answer(answer);
    await world.beat();
    assert.equal(world.calls.filter(({ method }) => method === "GET").length, 1);
    assert.equal(world.collector.requests.length, 1);
  });
}

test("the version is that of the newest line in the transcripts", async (t) => {
  const world = await makeWorld(t);
  world.write("project/second.jsonl", [
    requestLine({ at: "2026-11-20T16:30:00.000Z", version: "2.2.0" }),
    requestLine({ at: "2026-11-20T16:15:00.000Z", version: "3.0.0" }),
  ]);
  await world.beat();
  assert.deepEqual(agents(world), ["agent-code/2.2.0"]);
  assert.equal(snapshotIn(world.collector.requests[0]).agentVersion, "2.2.0");
});

test("if a later scan finds no version, the stored one is used and kept", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  await rm(world.root, { recursive: true });
  await world.beat({ at: LATER });
  await world.beat({ at: "2026-11-20T17:30:00.000Z" });
  assert.deepEqual(agents(world), ["agent-code/2.1.90", "agent-code/2.1.90", "agent-code/2.1.90"]);
  assert.equal((await world.state()).agentVersion, "2.1.90");
});

test("a newer version in the transcripts replaces the stored one", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  world.write("project/second.jsonl", [requestLine({ at: "2026-11-20T17:10:00.000Z", version: "2.2.0" })]);
  await world.beat({ at: LATER });
  assert.deepEqual(agents(world), ["agent-code/2.1.90", "agent-code/2.2.0"]);
});

test("without any version no call is made, and the snapshot has no_version", async (t) => {
  const world = await makeWorld(t);
  world.write("project/first.jsonl", [requestLine({ at: "2026-11-20T16:00:00.000Z", version: undefined })]);
  await world.beat();
  assert.deepEqual(world.vendor.requests, []);
  const { limits, agentVersion } = snapshotIn(world.collector.requests[0]);
  assert.deepEqual(limits, { status: "unavailable", detail: "no_version", fetchedAt: null, items: [] });
  assert.equal(agentVersion, null);
});

for (const value of ["off", " OFF ", "Off"]) {
  test(`with AGENT_USAGE_LIMITS=${JSON.stringify(value)} no call is made and no items are pushed`, async (t) => {
    const world = await makeWorld(t);
    await world.beat();
    await world.beat({ at: LATER, env: { HOME: world.home, AGENT_USAGE_LIMITS: value } });
    assert.equal(world.vendor.requests.length, 1);
    assert.deepEqual(snapshotIn(world.collector.requests[1]).limits, {
      status: "disabled",
      fetchedAt: null,
      items: [],
    });
  });
}

test("a beat with limits turned off keeps the last good ones", async (t) => {
  const world = await makeWorld(t);
  await world.beat();
  await world.beat({ at: LATER, env: { HOME: world.home, AGENT_USAGE_LIMITS: "off" } });
  assert.equal((await world.state()).lastGoodLimits?.fetchedAt, BEAT_AT);
});

test("with an expired token no call is made, and the push is still sent", async (t) => {
  const world = await makeWorld(t);
  const oauth = { accessToken: "expired", expiresAt: Date.parse(BEAT_AT) };
  await writeFile(world.config.credentialsPath ?? "", JSON.stringify({ agentAiOauth: oauth }));
  await world.beat();
  assert.deepEqual(world.vendor.requests, []);
  assert.equal(snapshotIn(world.collector.requests[0]).limits.status, "token_expired");
});
