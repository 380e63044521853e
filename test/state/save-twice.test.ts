// Two saves of one opened state at the same time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { temporaryFolder } from "../support/folder.ts";
import { openUsable, stateIn } from "../support/state-disk.ts";

test("two saves at the same time are done one after the other", async (t) => {
  const dir = await temporaryFolder(t);
  const { state, save } = await openUsable(dir);
  const saved = await Promise.all([save(state), save(state)]);
  assert.deepEqual(
    saved.map(({ status }) => status),
    ["ok", "ok"],
  );
  assert.equal((await stateIn(stateNames(dir).state)).seq, 2);
});
