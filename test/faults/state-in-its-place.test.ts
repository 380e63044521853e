// What else may stand where a file of the state's lay: set aside, refused, or of no account; never a fresh start in
// silence over days that are still there.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { incarnation, realFiles } from "../../src/base/disk/files.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { type Content, FOREIGN_TEXTS, NOT_FILES, replaceWith } from "../support/damage.ts";
import { savedFolder } from "../support/history.ts";
import { NOW } from "../support/state.ts";
import { namesIn, openWhole, putFile } from "../support/state-disk.ts";

const SPOILT = ["another program's JSON", "an older schemaVersion"] as const;
const REFUSED = { "a newer schemaVersion": "newer", "another program's state": "other_program" } as const;
const UNUSABLE = { "a folder": "EISDIR", "a dangling link": "ENOENT", "a pipe": "EINVAL" } as const;
const EVERYTHING: Readonly<Record<string, Content>> = { ...FOREIGN_TEXTS, ...NOT_FILES };

for (const what of SPOILT) {
  test(`${what} in the state file's place: set aside byte for byte, and the one before comes back`, async (t) => {
    const { dir, names, before } = await savedFolder(t);
    await replaceWith(names.state, FOREIGN_TEXTS[what]);
    const { origin, state, spoiltKeptAs = "" } = await openWhole(dir);
    assert.equal(origin, "previous");
    assert.deepEqual(state.days, before.days);
    assert.notEqual(state.stateId, before.stateId);
    assert.equal(await readFile(join(dir, spoiltKeptAs), "utf8"), FOREIGN_TEXTS[what]);
  });
}

for (const [what, expected] of Object.entries({
  ...Object.fromEntries(Object.entries(REFUSED).map(([name, status]) => [name, { status }])),
  ...Object.fromEntries(Object.entries(UNUSABLE).map(([name, code]) => [name, { status: "unusable", code }])),
})) {
  test(`${what} in the state file's place: refused, though the one before is whole, and all left as it was`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await replaceWith(names.state, EVERYTHING[what] ?? assert.fail());
    const [there, stood] = [await namesIn(dir), await incarnation(names.state, realFiles)];
    const previous = await readFile(names.previous, "utf8");
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await openState(stateFolder(dir), NOW), expected);
    assert.deepEqual(await namesIn(dir), there);
    assert.equal(await incarnation(names.state, realFiles), stood);
    assert.equal(await readFile(names.previous, "utf8"), previous);
  });
}

for (const [what, content] of Object.entries(EVERYTHING)) {
  for (const beside of ["previous", "temporary"] as const) {
    test(`the state whole, ${what} in the ${beside} file's place: that state`, async (t) => {
      const { dir, names, saved } = await savedFolder(t);
      await replaceWith(names[beside], content);
      const { origin, state } = await openWhole(dir);
      assert.deepEqual({ origin, state }, { origin: "file", state: saved });
    });
  }

  test(`the state whole, ${what} in the temporary file's place: the save clears it away`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await replaceWith(names.temporary, content);
    const { state, save } = await openWhole(dir);
    assert.deepEqual(await save(state), { status: "ok" });
    assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  });
}

for (const what of [...SPOILT, ...Object.keys(NOT_FILES)]) {
  test(`the state spoilt, ${what} in the temporary file's place: the one before comes back`, async (t) => {
    const { dir, names, before } = await savedFolder(t);
    await putFile(names.state, "spoilt");
    await replaceWith(names.temporary, EVERYTHING[what] ?? assert.fail());
    const { origin, state } = await openWhole(dir);
    assert.equal(origin, "previous");
    assert.deepEqual(state.days, before.days);
  });
}

for (const [what, code] of Object.entries(UNUSABLE)) {
  test(`the state spoilt, ${what} in the previous file's place: ${code}, and nothing is renamed`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await putFile(names.state, "spoilt");
    await replaceWith(names.previous, NOT_FILES[what] ?? assert.fail());
    const there = await namesIn(dir);
    assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code });
    assert.deepEqual(await namesIn(dir), there);
  });
}
