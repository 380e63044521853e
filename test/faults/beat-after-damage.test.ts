// Complete beats after the state was damaged. No known day becomes zero at the collector unless a new stateId says
// that the record is a different one; the machine stays the same.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { withoutPush } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { FOREIGN_TEXTS, flipped, NOT_FILES, replaceWith } from "../support/damage.ts";
import { stateWith } from "../support/fixtures.ts";
import { errorsIn, NEXT_BEAT_AT, type UsedWorld, usedWorld } from "../support/history.ts";
import { namesIn, stateIn } from "../support/state-disk.ts";

const CORRUPTIONS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 100 : 10;

type Damage = (intact: Buffer) => string | Uint8Array;

const CORRUPTED: Record<string, Damage> = {
  empty: () => "",
  "cut in the middle": (intact) => intact.subarray(0, intact.length / 2),
  "with one bit flipped": (intact) => flipped(intact, (intact.indexOf('"requests":') + 11) * 8),
  "another program's JSON": () => FOREIGN_TEXTS["another program's JSON"],
  "of an older schemaVersion": () => FOREIGN_TEXTS["an older schemaVersion"],
  "all zero bytes": (intact) => Buffer.alloc(intact.length),
};

async function corrupt({ names }: UsedWorld, damage: Damage): Promise<void> {
  await replaceWith(names.state, damage(await readFile(names.state)));
}

for (const [what, damage] of Object.entries(CORRUPTED)) {
  test(`a state file ${what}: the collector gets every known day again under a new stateId, and the damage is logged once`, async (t) => {
    const world = await usedWorld(t);
    await corrupt(world, damage);
    assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
    const pushed = snapshotIn(world.collector.requests.at(-1));
    assert.deepEqual(pushed.usage, world.known.usage);
    assert.notEqual(pushed.stateId, world.known.stateId);
    assert.equal(pushed.seq, 1);
    assert.equal(pushed.machine.id, world.known.machine.id);

    const errors = errorsIn(world.logged);
    assert.equal(errors.length, 1, errors.join("\n"));
    assert.match(
      errors[0] ?? "",
      /corrupt: restored the last copy; the corrupt file is kept as state\.json\.corrupt-.*state\.json\.corrupt-/,
    );
    await world.beat({ at: "2026-11-20T17:30:00.000Z" });
    assert.equal(errorsIn(world.logged).length, 1);
    assert.equal(snapshotIn(world.collector.requests.at(-1)).stateId, pushed.stateId);
  });
}

test("a corrupt state and an intact temporary file from a killed beat: none of its days are lost", async (t) => {
  const world = await usedWorld(t);
  const left = { ...(await stateIn(world.names.state)), seq: 3 };
  await replaceWith(world.names.temporary, encodeState(left));
  await corrupt(world, () => "");
  await replaceWith(world.names.previous, "");
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  const pushed = snapshotIn(world.collector.requests.at(-1));
  assert.deepEqual(pushed.usage, world.known.usage);
  assert.notEqual(pushed.stateId, world.known.stateId);
  assert.match(errorsIn(world.logged)[0] ?? "", /restored the last copy/);
});

for (const [what, content] of Object.entries({
  "a newer schemaVersion": FOREIGN_TEXTS["a newer schemaVersion"],
  "another program's state": encodeState(stateWith({ program: "another-program" })),
  ...NOT_FILES,
})) {
  test(`${what} in place of the state file: the beat refuses, logs an error, and pushes and changes nothing`, async (t) => {
    const world = await usedWorld(t);
    const pushes = world.collector.requests.length;
    await replaceWith(world.names.state, content);
    const there = await namesIn(world.stateDir);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.equal(result.status, "state_unusable");
    assert.equal(errorsIn(world.logged).length, 1, world.logged.join("\n"));
    assert.equal(world.collector.requests.length, pushes);
    assert.deepEqual(await namesIn(world.stateDir), there);
  });
}

test("state and previous state both corrupt: a new stateId and the same machine", async (t) => {
  const world = await usedWorld(t);
  await corrupt(world, () => "{");
  await replaceWith(world.names.previous, "{");
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  const pushed = snapshotIn(world.collector.requests.at(-1));
  assert.notEqual(pushed.stateId, world.known.stateId);
  assert.equal(pushed.machine.id, world.known.machine.id);
  assert.notDeepEqual(pushed.usage, world.known.usage);
  const errors = errorsIn(world.logged);
  assert.equal(errors.length, 1, errors.join("\n"));
  assert.match(errors[0] ?? "", /no good copy is left, so the record starts over/);
});

test("state and previous state both missing: a new stateId and the same machine", async (t) => {
  const world = await usedWorld(t);
  for (const path of [world.names.state, world.names.previous]) await rm(path);
  assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
  const pushed = snapshotIn(world.collector.requests.at(-1));
  assert.notEqual(pushed.stateId, world.known.stateId);
  assert.equal(pushed.machine.id, world.known.machine.id);
});

test("state missing and previous state corrupt: one error, and the corrupt file is kept", {}, async (t) => {
  const world = await usedWorld(t);
  await rm(world.names.state);
  await replaceWith(world.names.previous, "corrupt");
  for (const at of [NEXT_BEAT_AT, "2026-11-20T17:30:00.000Z"]) await world.beat({ at });
  assert.notEqual(snapshotIn(world.collector.requests.at(-1)).stateId, world.known.stateId);
  assert.equal(errorsIn(world.logged).length, 1);
  const names = await namesIn(world.stateDir);
  const texts = await Promise.all(names.map((name) => readFile(join(world.stateDir, name), "utf8")));
  assert.ok(texts.includes("corrupt"));
});

test(`${CORRUPTIONS} corruptions, one per beat: no known day is lost, and the last corrupt file is kept`, async (t) => {
  const world = await usedWorld(t);
  for (let times = 1; times <= CORRUPTIONS; times++) {
    await corrupt(world, () => `corrupt ${times}`);
    const at = new Date(Date.parse(NEXT_BEAT_AT) + times * 1000).toISOString();
    assert.equal((await world.beat({ at, config: withoutPush(world) })).status, "done");
  }
  await world.beat({ at: "2026-11-20T17:30:00.000Z" });
  assert.deepEqual(snapshotIn(world.collector.requests.at(-1)).usage, world.known.usage);
  const kept = (await namesIn(world.stateDir)).filter((name) => name.includes(".corrupt-"));
  t.diagnostic(`${kept.length} copies are kept`);
  const last = await readFile(join(world.stateDir, kept.at(-1) ?? ""), "utf8");
  assert.equal(last, `corrupt ${CORRUPTIONS}`);
});
