// What a beat does about a lock folder that somebody left behind.
import assert from "node:assert/strict";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { makeWorld } from "../support/beat-world.ts";
import { namesIn } from "../support/state-disk.ts";

const YEAR_S = 365 * 86_400;

for (const [what, { offset, files, isSaid }] of Object.entries({
  "of last year's": { offset: -YEAR_S, files: [], isSaid: false },
  "of last year's with files of others in it": { offset: -YEAR_S, files: ["a", "deep/b"], isSaid: true },
  "of next year's": { offset: YEAR_S, files: [], isSaid: true },
  "of next year's with files of others in it": { offset: YEAR_S, files: ["a", "deep/b"], isSaid: true },
  "from where time begins": { offset: -Date.now() / 1000, files: [], isSaid: false },
})) {
  test(`a lock ${what}: the beat is done, the lock gone with all that was in it${isSaid ? ", and that is said" : ""}`, async (t) => {
    const world = await makeWorld(t);
    const { lock } = stateNames(world.stateDir);
    for (const file of files) {
      await mkdir(join(lock, "deep"), { recursive: true });
      await writeFile(join(lock, file), "theirs");
    }
    await mkdir(lock, { recursive: true });
    const time = Date.now() / 1000 + offset;
    await utimes(lock, time, time);
    assert.equal((await world.beat()).status, "done");
    const said = world.logged.filter((text) =>
      text.startsWith("warn removed a lock that could never have been released"),
    );
    assert.equal(said.length, isSaid ? 1 : 0, world.logged.join("\n"));
    const left = (await namesIn(world.stateDir)).filter((name) => name.startsWith(basename(lock)));
    assert.deepEqual(left, []);
  });
}

test("a lock of this moment's with files of others in it: another beat is taken to be under way, and nothing is touched", async (t) => {
  const world = await makeWorld(t);
  const { lock } = stateNames(world.stateDir);
  await mkdir(lock, { recursive: true });
  await writeFile(join(lock, "theirs"), "");
  assert.deepEqual(await world.beat(), { status: "overlap" });
  assert.deepEqual(await namesIn(lock), ["theirs"]);
  assert.deepEqual(world.calls, []);
});
