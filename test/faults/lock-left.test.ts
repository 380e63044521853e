// A lock folder that was left behind.
import assert from "node:assert/strict";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { makeWorld } from "../support/beat-world.ts";
import { namesIn } from "../support/state-disk.ts";

const YEAR_S = 365 * 86_400;

for (const [what, { offset, files, hasWarning }] of Object.entries({
  "from last year": { offset: -YEAR_S, files: [], hasWarning: false },
  "from last year with other files in it": { offset: -YEAR_S, files: ["a", "deep/b"], hasWarning: true },
  "from next year": { offset: YEAR_S, files: [], hasWarning: true },
  "from next year with other files in it": { offset: YEAR_S, files: ["a", "deep/b"], hasWarning: true },
  "from the epoch": { offset: -Date.now() / 1000, files: [], hasWarning: false },
})) {
  test(`a lock ${what}: the beat is done and the lock is removed${hasWarning ? ", with a warning" : ""}`, async (t) => {
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
    const warnings = world.logged.filter((text) =>
      text.startsWith("warn removed a lock that could never have been released"),
    );
    assert.equal(warnings.length, hasWarning ? 1 : 0, world.logged.join("\n"));
    const left = (await namesIn(world.stateDir)).filter((name) => name.startsWith(basename(lock)));
    assert.deepEqual(left, []);
  });
}

test("a new lock with other files in it: the beat ends with `overlap`, and nothing is touched", async (t) => {
  const world = await makeWorld(t);
  const { lock } = stateNames(world.stateDir);
  await mkdir(lock, { recursive: true });
  await writeFile(join(lock, "theirs"), "");
  assert.deepEqual(await world.beat(), { status: "overlap" });
  assert.deepEqual(await namesIn(lock), ["theirs"]);
  assert.deepEqual(world.calls, []);
});
