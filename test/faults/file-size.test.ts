// A file size limit, in steps of one block, as on a disk with that much room: writes are short or fail.
// AGENT_USAGE_LONG_TESTS=1 for every step.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { MAX_MODELS } from "../../src/contract/index.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { savingHome } from "../support/faults/saving-home.ts";
import { CLI, runProgram } from "../support/program.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const BLOCK = 4096;
/** Enough for a state of some tens of KiB. */
const MODELS = MAX_MODELS;
/** The most bytes that the new state is longer than the old one. */
const MORE = 1000;
const skip = spawnSync("prlimit", ["--version"]).error === undefined ? false : "prlimit is not installed";

test("a limit on the size of files: exit 4 and the old state, or the complete new one", {
  skip,
}, async (t) => {
  const home = await savingHome(t, { models: MODELS });
  const { size } = await stat(stateNames(home.dir).state);
  assert.ok(size > 8 * BLOCK, `${size} bytes`);
  const failed: number[] = [];
  const enough = Math.ceil((size + MORE) / BLOCK);
  for (let blocks = 0; blocks <= enough; blocks += isLong || blocks === enough - 1 ? 1 : enough - 1) {
    const ended = await runProgram(t, CLI, ["beat"], {
      env: home.env,
      under: ["prlimit", `--fsize=${blocks * BLOCK}`],
    });
    if (blocks * BLOCK >= size + MORE) {
      assert.equal(ended.code, 0, ended.stderr);
      break;
    }
    await home.assertFailed(ended);
    assert.ok(await home.isOld(), `${blocks} blocks`);
    await home.assertNoTemporary();
    failed.push(blocks);
  }
  t.diagnostic(`a state of ${size} bytes; failed at ${failed.join(", ")} blocks of ${BLOCK}`);
  assert.ok(failed.length >= (isLong ? 9 : 2));
  await home.assertNextWorks();
});
