// Complete beats with a damaged machine id or delivery file: the record is not affected.
import assert from "node:assert/strict";
import { lstat, readFile, rm } from "node:fs/promises";
import { test } from "node:test";
import { readDelivery } from "../../src/state/disk/delivery.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { snapshotIn } from "../support/collector.ts";
import { FOREIGN_TEXTS, flipped, NOT_FILES, replaceWith } from "../support/damage.ts";
import { MACHINE_ID } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { errorsIn, NEXT_BEAT_AT, savedFolder, usedWorld } from "../support/history.ts";
import { openUsable, putFile, putState, stateIn } from "../support/state-disk.ts";

test("a machine id cut at every byte: replaced by a new one and reported, except without its newline only", async (t) => {
  const dir = await temporaryFolder(t);
  const path = stateNames(dir).machineId;
  const first = await machineId(stateFolder(dir));
  assert.ok(first.status === "ok");
  const intact = await readFile(path);
  const lengths = Array.from({ length: intact.length }, (_, length) => length);
  for (const length of lengths) {
    await putFile(path, intact.subarray(0, length));
    const made = await machineId(stateFolder(dir));
    assert.ok(made.status === "ok");
    const isComplete: boolean = length >= first.id.length;
    assert.deepEqual(
      [made.repaired, made.id === first.id],
      [isComplete ? false : "replaced", isComplete],
      `cut at ${length}`,
    );
  }
});

for (const [what, content] of Object.entries({
  nothing: (path: string) => rm(path, { force: true }),
  "another program's JSON": FOREIGN_TEXTS["another program's JSON"],
  "another machine's id": `${MACHINE_ID}\n`,
})) {
  test(`${what} in place of the machine id: restored from the state, with one warning`, async (t) => {
    const world = await usedWorld(t);
    await replaceWith(world.names.machineId, content);
    assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
    const pushed = snapshotIn(world.collector.requests.at(-1));
    const { machine, stateId, usage } = world.known;
    assert.deepEqual(pushed.machine, machine);
    assert.deepEqual([pushed.stateId, pushed.usage], [stateId, usage]);
    assert.equal(await readFile(world.names.machineId, "utf8"), `${machine.id}\n`);
    const warnings = world.logged.filter((text) => text.startsWith("warn the machine's id was "));
    assert.equal(warnings.length, 1, world.logged.join("\n"));
  });
}

test("each bit of the machine id flipped: harmless, or restored from the state", async (t) => {
  const { dir, names, saved } = await savedFolder(t);
  await putState(dir, { ...saved, machineId: MACHINE_ID });
  const intact = Buffer.from(`${MACHINE_ID}\n`);
  const count = { harmless: 0, restored: 0 };
  for (let bit = 0; bit < intact.length * 8; bit++) {
    await putFile(names.machineId, flipped(intact, bit));
    const { state } = await openUsable(dir);
    const found = await machineId(stateFolder(dir), state.machineId);
    assert.ok(found.status === "ok" && found.id === MACHINE_ID, `bit ${bit}`);
    count[found.repaired === "restored" ? "restored" : "harmless"]++;
  }
  t.diagnostic(JSON.stringify(count));
  assert.ok(count.restored > count.harmless);
});

for (const [what, put] of Object.entries(NOT_FILES)) {
  test(`${what} in place of the machine id: an error, and the beat continues with the id in the state`, async (t) => {
    const world = await usedWorld(t);
    await replaceWith(world.names.machineId, put);
    assert.equal((await world.beat({ at: NEXT_BEAT_AT })).status, "done");
    assert.match(errorsIn(world.logged).join("\n"), /^error cannot write the machine's id[^\n]*$/);
    assert.deepEqual(snapshotIn(world.collector.requests.at(-1)).machine, world.known.machine);
  });

  test(`${what} in place of the machine id, and none in the state: the beat refuses, and pushes nothing under a new id`, async (t) => {
    const world = await usedWorld(t);
    const { machineId: _, ...rest } = await stateIn(world.names.state);
    await putState(world.stateDir, rest);
    const pushes = world.collector.requests.length;
    const saved = await readFile(world.names.state, "utf8");
    await replaceWith(world.names.machineId, put);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.deepEqual(result, { status: "state_unusable", reason: "unwritable" });
    assert.match(errorsIn(world.logged).join("\n"), /^error cannot write the machine's id[^\n]*$/);
    assert.equal(world.collector.requests.length, pushes);
    assert.equal(await readFile(world.names.state, "utf8"), saved);
  });
}

for (const [what, content] of Object.entries({
  "cut short": '{"at":"2026-11-20T17:0',
  ...FOREIGN_TEXTS,
  ...NOT_FILES,
})) {
  test(`a delivery file that is ${what}: the beat is done and delivered, without an error`, async (t) => {
    const world = await usedWorld(t);
    await replaceWith(world.names.delivery, content);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.ok(result.status === "done");
    assert.deepEqual(result.push, { status: "delivered", httpStatus: 204 });
    assert.deepEqual(errorsIn(world.logged), []);
    const { stateId, usage, seq } = snapshotIn(world.collector.requests.at(-1));
    assert.deepEqual([stateId, usage, seq], [world.known.stateId, world.known.usage, world.known.seq + 1]);
    if (what === "a folder") return;
    assert.ok((await lstat(world.names.delivery)).isFile());
    assert.equal((await readDelivery(stateFolder(world.stateDir)))?.outcome, "delivered");
  });
}

for (const [what, content] of Object.entries({ empty: "", ...FOREIGN_TEXTS, ...NOT_FILES })) {
  test(`a history that is ${what}: the beat is done and delivered, without an error`, async (t) => {
    const world = await usedWorld(t);
    await replaceWith(world.names.history, content);
    const result = await world.beat({ at: NEXT_BEAT_AT });
    assert.ok(result.status === "done");
    assert.deepEqual(result.push, { status: "delivered", httpStatus: 204 });
    assert.deepEqual(errorsIn(world.logged), []);
  });
}

test("a delivery file cut at every byte: read as nothing, except without its newline only", async (t) => {
  const world = await usedWorld(t);
  const intact = await readFile(world.names.delivery);
  const known = await readDelivery(stateFolder(world.stateDir));
  assert.ok(known !== undefined);
  for (let length = 0; length < intact.length; length++) {
    await putFile(world.names.delivery, intact.subarray(0, length));
    const read = await readDelivery(stateFolder(world.stateDir));
    assert.deepEqual(read, length === intact.length - 1 ? known : undefined, `cut at ${length}`);
  }
});
