// A lasting problem is logged once over several beats, and once more when it is resolved.
import assert from "node:assert/strict";
import fs from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { test } from "node:test";
import { conditionLog } from "../../src/service/daemon/conditions.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { makeWorld } from "../support/beat-world.ts";

test("a machine id that cannot be written is logged once, and once more when it is resolved", async (t) => {
  const world = await makeWorld(t);
  const log = conditionLog(world.log);
  const { machineId } = stateNames(world.stateDir);
  await mkdir(machineId, { recursive: true });
  for (let beat = 0; beat < 3; beat++) {
    assert.deepEqual(await world.beat({ log }), { status: "state_unusable", reason: "unwritable" });
  }
  await rmdir(machineId);
  assert.equal((await world.beat({ log })).status, "done");
  const logged = world.logged.filter((text) => /^(?:error|info) .*machine.id/.test(text));
  assert.deepEqual(
    logged.map((text) => text.split(" {")[0]),
    [
      "error cannot write the machine's id to the state folder: a folder, not a file. Fix: move it away",
      "info machine id: ok",
    ],
  );
});

test("a lock that cannot be checked before the save: the state is not written, and nothing is pushed", async (t) => {
  const world = await makeWorld(t);
  const { stat } = fs.promises;
  let looks = 0;
  t.mock.method(fs.promises, "stat", async (...args: Parameters<typeof stat>) => {
    if (String(args[0]).endsWith("beat.lock") && ++looks === 2) {
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    }
    return stat(...args);
  });
  assert.deepEqual(await world.beat(), { status: "state_unusable", reason: "unwritable" });
  assert.deepEqual(world.collector.requests, []);
  assert.match(
    world.logged.join("\n"),
    /^error cannot write to the state folder: the disk reported an error.*EIO/m,
  );
});
