// A spoilt state file is kept beside, and the newest whole one left is taken: frozen days are the only copy.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { NOW, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openWhole, putFile, stateIn } from "../support/state-disk.ts";

const WHOLE = encodeState(stateWith());
const KEPT_AS = "state.json.corrupt-2026-11-20T17-00-00.000Z";

/** The whole text with one thing in it changed, and its sum left out where it need not match. */
function changed(change: object, { sum }: { sum: boolean }): string {
  const { sum: old, ...content } = JSON.parse(WHOLE);
  return JSON.stringify({ ...content, ...change, ...(sum && { sum: old }) });
}

const SPOILT: Record<string, string | Uint8Array> = {
  empty: "",
  "one of zero bytes only": new Uint8Array(4096),
  "not JSON": "{'schemaVersion':1}",
  "cut short": WHOLE.slice(0, -20),
  "JSON, but no object": "[]",
  "an object, but no state": "{}",
  "failing its schema": changed({ seq: -1 }, { sum: false }),
  "without a schemaVersion": changed({ schemaVersion: undefined }, { sum: false }),
  "of an older schemaVersion": changed({ schemaVersion: 0 }, { sum: false }),
  "holding a day that does not exist": changed(
    { days: { "2026-02-30": { state: "open", models: {} } } },
    { sum: false },
  ),
  "failing its sum": changed({ seq: 8 }, { sum: true }),
  "with a sum that is no text": changed({ sum: 7 }, { sum: false }),
};

for (const [name, content] of Object.entries(SPOILT)) {
  test(`a state file that is ${name} is kept beside, byte for byte, and the previous one taken`, async (t) => {
    const dir = await temporaryFolder(t);
    await putFile(stateNames(dir).state, content);
    await putFile(stateNames(dir).previous, WHOLE);
    const opened = await openWhole(dir);
    assert.equal(opened.origin, "previous");
    assert.deepEqual(opened.state.days, stateWith().days);
    assert.equal(opened.corruptKeptAs, KEPT_AS);
    assert.deepEqual(await readFile(join(dir, KEPT_AS)), Buffer.from(content));
    assert.equal(await modeOf(join(dir, KEPT_AS)), 0o600);
  });
}

test("with nothing whole left the start is fresh, and the spoilt file still kept", async (t) => {
  const dir = await temporaryFolder(t);
  const { state, temporary, previous } = stateNames(dir);
  for (const path of [state, temporary, previous]) await putFile(path, "{");
  const opened = await openWhole(dir);
  assert.equal(opened.origin, "fresh");
  assert.equal(opened.corruptKeptAs, KEPT_AS);
});

test("a spoilt file beside a whole temporary one: the temporary one is taken", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).state, "");
  await putFile(stateNames(dir).temporary, WHOLE);
  const opened = await openWhole(dir);
  assert.equal(opened.origin, "temporary");
  assert.equal(opened.corruptKeptAs, KEPT_AS);
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("spoilt twice in one millisecond: both are kept", async (t) => {
  const dir = await temporaryFolder(t);
  for (const text of ["first", "second"]) {
    await putFile(stateNames(dir).state, text);
    await openWhole(dir);
  }
  assert.deepEqual(await namesIn(dir), [KEPT_AS, `${KEPT_AS}-2`]);
  assert.equal(await readFile(join(dir, KEPT_AS), "utf8"), "first");
});

test("spoilt again and again: the first and the last four are kept, whatever the clock says", async (t) => {
  const dir = await temporaryFolder(t);
  for (const hour of [5, 6, 7, 8, 9, 4, 3]) {
    await putFile(stateNames(dir).state, "spoilt");
    await openState(stateFolder(dir), Date.parse(`2026-11-20T0${hour}:00:00Z`));
  }
  const hours = (await namesIn(dir)).map((name) => /T(\d\d)/.exec(name)?.[1]);
  assert.deepEqual(hours, ["03", "04", "07", "08", "09"]);
});

test("the file gone and the previous one spoilt: that is kept beside, under the same name", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).previous, "spoilt");
  const opened = await openWhole(dir);
  assert.deepEqual([opened.origin, opened.corruptKeptAs], ["fresh", KEPT_AS]);
  assert.equal(await readFile(join(dir, KEPT_AS), "utf8"), "spoilt");
});

test("a whole file: nothing is kept beside, and no name of one given", async (t) => {
  const dir = await temporaryFolder(t);
  await putFile(stateNames(dir).state, WHOLE);
  const opened = await openState(stateFolder(dir), NOW);
  assert.equal("corruptKeptAs" in opened, false);
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});
