// A corrupt state file is kept, and the newest intact copy is used: frozen days are the only record (rules STATE-11, STATE-12).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putFile, stateIn } from "../support/state-disk.ts";

const INTACT = encodeState(stateWith());
const KEPT_AS = "state.json.corrupt-2026-11-20T17-00-00.000Z";

/** The text of an intact state with a change. `sum`: whether it keeps its old sum, which then does not match. */
function changed(change: object, { sum }: { sum: boolean }): string {
  const { sum: old, ...content } = JSON.parse(INTACT);
  return JSON.stringify({ ...content, ...change, ...(sum && { sum: old }) });
}

const CORRUPT: Record<string, string | Uint8Array> = {
  empty: "",
  "all zero bytes": new Uint8Array(4096),
  "not JSON": "{'schemaVersion':1}",
  "cut short": INTACT.slice(0, -20),
  "JSON but not an object": "[]",
  "an object but not a state": "{}",
  "not a match for its schema": changed({ seq: -1 }, { sum: false }),
  "without a schemaVersion": changed({ schemaVersion: undefined }, { sum: false }),
  "of an older schemaVersion": changed({ schemaVersion: 0 }, { sum: false }),
  "holding a day that does not exist": changed(
    { days: { "2026-02-30": { state: "open", models: {} } } },
    { sum: false },
  ),
  "not a match for its sum": changed({ seq: 8 }, { sum: true }),
  "with a sum that is not a string": changed({ sum: 7 }, { sum: false }),
};

for (const [name, content] of Object.entries(CORRUPT)) {
  test(`a state file that is ${name} is kept byte for byte, and the previous one is used`, async (t) => {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir).state, content);
    await putFile(stateNames(dir).previous, INTACT);
    const opened = await openUsable(dir);
    assert.equal(opened.origin, "previous");
    assert.deepEqual(opened.state.days, stateWith().days);
    assert.equal(opened.corruptKeptAs, KEPT_AS);
    assert.deepEqual(await readFile(join(dir, KEPT_AS)), Buffer.from(content));
    assert.equal(await modeOf(join(dir, KEPT_AS)), 0o600);
  });
}

test("without any intact copy the state is fresh, and the corrupt file is still kept", async (t) => {
  const dir = await temporaryFolder(t);
  const { state, temporary, previous } = stateNames(dir);
  for (const path of [state, temporary, previous]) await putFile(path, "{");
  const opened = await openUsable(dir);
  assert.equal(opened.origin, "fresh");
  assert.equal(opened.corruptKeptAs, KEPT_AS);
});

test("a corrupt file with an intact temporary file: the temporary file is used", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).state, "");
  await putFile(stateNames(dir).temporary, INTACT);
  const opened = await openUsable(dir);
  assert.equal(opened.origin, "temporary");
  assert.equal(opened.corruptKeptAs, KEPT_AS);
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("two corrupt files in one millisecond are both kept", async (t) => {
  const dir = await temporaryFolder(t);
  for (const text of ["first", "second"]) {
    await putFile(stateNames(dir).state, text);
    await openUsable(dir);
  }
  assert.deepEqual(await namesIn(dir), [KEPT_AS, `${KEPT_AS}-2`]);
  assert.equal(await readFile(join(dir, KEPT_AS), "utf8"), "first");
});

test("of many corrupt files the first and the last four are kept, whatever the clock says", async (t) => {
  const dir = await temporaryFolder(t);
  for (const hour of [5, 6, 7, 8, 9, 4, 3]) {
    await putFile(stateNames(dir).state, "corrupt");
    await openState(stateFolder(dir), Date.parse(`2026-11-20T0${hour}:00:00Z`));
  }
  const hours = (await namesIn(dir)).map((name) => /T(\d\d)/.exec(name)?.[1]);
  assert.deepEqual(hours, ["03", "04", "07", "08", "09"]);
});

test("a corrupt previous file without a state file is kept under the same name", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).previous, "corrupt");
  const opened = await openUsable(dir);
  assert.deepEqual([opened.origin, opened.corruptKeptAs], ["fresh", KEPT_AS]);
  assert.equal(await readFile(join(dir, KEPT_AS), "utf8"), "corrupt");
});

test("with an intact file nothing is kept, and the result has no name of a kept file", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).state, INTACT);
  const opened = await openState(stateFolder(dir), NOW);
  assert.equal("corruptKeptAs" in opened, false);
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});
