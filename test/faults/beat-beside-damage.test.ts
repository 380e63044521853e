// Whole beats beside a machine's id or a note of the last push that went bad: the record does not suffer for it.
import assert from "node:assert/strict";
import { lstat, readFile } from "node:fs/promises";
import { test } from "node:test";
import { readDelivery } from "../../src/state/delivery.ts";
import { realFiles } from "../../src/state/files.ts";
import { machineId } from "../../src/state/machine-id.ts";
import { stateNames } from "../../src/state/names.ts";
import { snapshotIn } from "../support/collector.ts";
import { FOREIGN_TEXTS, PUT_IN_PLACE, replaceWith } from "../support/damage.ts";
import { temporaryFolder } from "../support/folder.ts";
import { errorsIn, livedWorld, NEXT_BEAT_AT } from "../support/lived.ts";
import { putFile } from "../support/state-disk.ts";

test("a machine's id cut at every byte: made anew and said to be, but for its last new line", async (t) => {
  const dir = await temporaryFolder(t);
  const path = stateNames(dir).machineId;
  const first = await machineId(dir, realFiles);
  assert.ok(first.status === "ok");
  const whole = await readFile(path);
  const lengths = Array.from({ length: whole.length }, (_, length) => length);
  for (const length of lengths) {
    await putFile(path, whole.subarray(0, length));
    const made = await machineId(dir, realFiles);
    assert.ok(made.status === "ok");
    const isWhole: boolean = length >= first.id.length;
    assert.deepEqual([made.mended, made.id === first.id], [!isWhole, isWhole], `cut at ${length}`);
  }
});

for (const what of ["another program's JSON", "an older schemaVersion"] as const) {
  test(`${what} in the machine's id's place: a new id, said in a warning, and the record as it was`, async (t) => {
    const world = await livedWorld(t);
    await replaceWith(world.names.machineId, FOREIGN_TEXTS[what]);
    assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
    const pushed = snapshotIn(world.collector.requests.at(-1));
    assert.notEqual(pushed.machine.id, world.known.machine.id);
    assert.deepEqual([pushed.stateId, pushed.usage], [world.known.stateId, world.known.usage]);
    const warnings = world.logged.filter((text) => text.startsWith("warn the machine's id was spoilt"));
    assert.equal(warnings.length, 1, world.logged.join("\n"));
  });
}

for (const [what, put] of Object.entries(PUT_IN_PLACE)) {
  test(`${what} in the machine's id's place: the beat refuses, says so, and nothing is pushed under a new id`, async (t) => {
    const world = await livedWorld(t);
    const pushes = world.collector.requests.length;
    const saved = await readFile(world.names.state, "utf8");
    await replaceWith(world.names.machineId, put);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.deepEqual(result, { status: "state_unusable", reason: "unwritable" });
    assert.match(errorsIn(world.logged).join("\n"), /^error the machine's id cannot be written[^\n]*$/);
    assert.equal(world.collector.requests.length, pushes);
    assert.equal(await readFile(world.names.state, "utf8"), saved);
  });
}

for (const [what, content] of Object.entries({
  "cut short": '{"at":"2026-11-20T17:0',
  ...FOREIGN_TEXTS,
  ...PUT_IN_PLACE,
})) {
  test(`a note of the last push that is ${what}: the beat is done and delivered, and no error said`, async (t) => {
    const world = await livedWorld(t);
    await replaceWith(world.names.delivery, content);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.ok(result.status === "done");
    assert.deepEqual(result.push, { status: "delivered", httpStatus: 204 });
    assert.deepEqual(errorsIn(world.logged), []);
    const { stateId, usage, seq } = snapshotIn(world.collector.requests.at(-1));
    assert.deepEqual([stateId, usage, seq], [world.known.stateId, world.known.usage, world.known.seq + 1]);
    if (what === "a folder") return;
    assert.ok((await lstat(world.names.delivery)).isFile());
    assert.equal((await readDelivery(world.stateDir, realFiles))?.outcome, "delivered");
  });
}

test("a note of the last push cut at every byte: the time of the last delivery, or nothing", async (t) => {
  const world = await livedWorld(t);
  const whole = await readFile(world.names.delivery);
  const known = await readDelivery(world.stateDir, realFiles);
  assert.ok(known !== undefined);
  for (let length = 0; length < whole.length; length++) {
    await putFile(world.names.delivery, whole.subarray(0, length));
    const read = await readDelivery(world.stateDir, realFiles);
    assert.deepEqual(read, length === whole.length - 1 ? known : undefined, `cut at ${length}`);
  }
});
