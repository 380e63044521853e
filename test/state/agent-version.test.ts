// A stored version of the coding agent (rule SCAN-19).
import assert from "node:assert/strict";
import test from "node:test";
import { stateNames } from "../../src/state/index.ts";
import { stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { openUsable, putFile } from "../support/state-disk.ts";

const STORED = [
  ["2.1.90", "2.1.90"],
  [`2.1.${"9".repeat(60)}`, `2.1.${"9".repeat(60)}`],
  [`2.1.${"9".repeat(70_000)}`, null],
  ["x", null],
] as const;

for (const [stored, version] of STORED) {
  const name = `${stored.slice(0, 8)}, ${stored.length} characters long,`;
  test(`a stored version ${name} is ${version === null ? "dropped, and the rest kept" : "kept"}`, async (t) => {
    const dir = await temporaryFolder(t);
    const state = stateWith({ agentVersion: stored });
    // As an earlier version wrote it.
    await putFile(stateNames(dir).state, JSON.stringify(state));
    assert.deepEqual((await openUsable(dir)).state, { ...state, agentVersion: version });
  });
}
