// Something else in place of a state file: kept as corrupt, refused or ignored; never a silent fresh start while days
// are still there.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileVersion, realFiles } from "../../src/base/disk/files.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { type Content, FOREIGN_TEXTS, NOT_FILES, replaceWith } from "../support/damage.ts";
import { NOW } from "../support/fixtures.ts";
import { savedFolder } from "../support/history.ts";
import { namesIn, openUsable, putFile } from "../support/state-disk.ts";

const CORRUPT = ["another program's JSON", "an older schemaVersion"] as const;
const REFUSED = { "a newer schemaVersion": "newer", "another program's state": "other_program" } as const;
const UNUSABLE = { "a folder": "EISDIR", "a dangling link": "ENOENT", "a pipe": "EINVAL" } as const;
const ALL_CONTENTS: Readonly<Record<string, Content>> = { ...FOREIGN_TEXTS, ...NOT_FILES };

for (const what of CORRUPT) {
  test(`${what} in place of the state file: kept byte for byte, and the previous state is restored`, async (t) => {
    const { dir, names, before } = await savedFolder(t);
    await replaceWith(names.state, FOREIGN_TEXTS[what]);
    const { origin, state, corruptKeptAs = "" } = await openUsable(dir);
    assert.equal(origin, "previous");
    assert.deepEqual(state.days, before.days);
    assert.notEqual(state.stateId, before.stateId);
    assert.equal(await readFile(join(dir, corruptKeptAs), "utf8"), FOREIGN_TEXTS[what]);
  });
}

for (const [what, expected] of Object.entries({
  ...Object.fromEntries(Object.entries(REFUSED).map(([name, status]) => [name, { status }])),
  ...Object.fromEntries(Object.entries(UNUSABLE).map(([name, code]) => [name, { status: "unusable", code }])),
})) {
  test(`${what} in place of the state file: refused despite an intact previous state, and nothing is changed`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await replaceWith(names.state, ALL_CONTENTS[what] ?? assert.fail());
    const [there, version] = [await namesIn(dir), await fileVersion(names.state, realFiles)];
    const previous = await readFile(names.previous, "utf8");
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await openState(stateFolder(dir), NOW), expected);
    assert.deepEqual(await namesIn(dir), there);
    assert.equal(await fileVersion(names.state, realFiles), version);
    assert.equal(await readFile(names.previous, "utf8"), previous);
  });
}

for (const [what, content] of Object.entries(ALL_CONTENTS)) {
  for (const beside of ["previous", "temporary"] as const) {
    test(`an intact state, ${what} in place of the ${beside} file: that state is used`, async (t) => {
      const { dir, names, saved } = await savedFolder(t);
      await replaceWith(names[beside], content);
      const { origin, state } = await openUsable(dir);
      assert.deepEqual({ origin, state }, { origin: "file", state: saved });
    });
  }

  test(`an intact state, ${what} in place of the temporary file: the save removes it`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await replaceWith(names.temporary, content);
    const { state, save } = await openUsable(dir);
    assert.equal((await save(state)).status, "ok");
    assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  });
}

for (const what of [...CORRUPT, ...Object.keys(NOT_FILES)]) {
  test(`a corrupt state, ${what} in place of the temporary file: the previous state is restored`, async (t) => {
    const { dir, names, before } = await savedFolder(t);
    await putFile(names.state, "corrupt");
    await replaceWith(names.temporary, ALL_CONTENTS[what] ?? assert.fail());
    const { origin, state } = await openUsable(dir);
    assert.equal(origin, "previous");
    assert.deepEqual(state.days, before.days);
  });
}

for (const [what, code] of Object.entries(UNUSABLE)) {
  test(`a corrupt state, ${what} in place of the previous file: ${code}, and nothing is renamed`, async (t) => {
    const { dir, names } = await savedFolder(t);
    await putFile(names.state, "corrupt");
    await replaceWith(names.previous, NOT_FILES[what] ?? assert.fail());
    const there = await namesIn(dir);
    assert.deepEqual(await openState(stateFolder(dir), NOW), { status: "unusable", code });
    assert.deepEqual(await namesIn(dir), there);
  });
}
