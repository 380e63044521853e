// Each call that a save makes is made to fail by name: the old state stands, whole, and the next save works.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { type Fault, failAt, failingFiles } from "../support/failing-files.ts";
import { stateWith, TODAY, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn, type Opened, openWhole, putState, stateIn } from "../support/state-disk.ts";

const CODES = ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES", "EMFILE"];
const OLD = stateWith();
const NEXT = stateWith({ days: { [TODAY]: { state: "open", models: used(99) } } });
/** The calls that a save can do without: a link is made up for by a copy, the second name of a link by nothing. */
const HARMLESS = ["link state.json", "unlink state.json.prev.tmp (after)"];

/** A state that is open, with faults that begin with the save. */
async function openWithFault(dir: string, fault: Fault) {
  await putState(dir, OLD);
  let opening = 0;
  let isOn = false;
  const edge = failingFiles((call) => (isOn ? fault({ ...call, index: call.index - opening }) : undefined));
  const opened: Opened = await openWhole(dir, edge.files);
  opening = edge.calls.length;
  isOn = true;
  const mend = () => {
    isOn = false;
  };
  return { ...opened, ...edge, mend, saving: () => edge.calls.slice(opening).map(({ label }) => label) };
}

/** The calls of a save in which all is well. */
async function callsOfSave(): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), "agent-usage-test-"));
  const { save, saving } = await openWithFault(dir, () => undefined);
  assert.equal((await save(NEXT)).status, "ok");
  await rm(dir, { recursive: true });
  const renamed = saving().indexOf("rename state.json.prev.tmp");
  return saving().map((label, index) =>
    index > renamed && label === "unlink state.json.prev.tmp"
      ? `${label} (after)`
      : label.replace(/agent-.*/, "the folder"),
  );
}

const CALLS = await callsOfSave();
const IN_PLACE = CALLS.indexOf("rename state.json.tmp");
assert.ok(IN_PLACE > 10 && CALLS.length > IN_PLACE + 3, CALLS.join(", "));

for (const [index, label] of CALLS.entries()) {
  if (HARMLESS.includes(label)) {
    test(`${label} fails: the save is done all the same`, async (t) => {
      for (const code of CODES) {
        const dir = await temporaryFolder(t);
        const { save, openHandles } = await openWithFault(dir, failAt(index, code));
        assert.equal((await save(NEXT)).status, "ok", code);
        assert.deepEqual(await stateIn(stateNames(dir).state), { ...NEXT, seq: 8 });
        assert.deepEqual(await stateIn(stateNames(dir).previous), OLD);
        assert.equal(openHandles(), 0);
      }
    });
    continue;
  }

  test(`${label} fails: failed with the system's code, no temporary file and no open one is left`, async (t) => {
    for (const code of CODES) {
      const dir = await temporaryFolder(t);
      const { save, openHandles } = await openWithFault(dir, failAt(index, code));
      assert.deepEqual(await save(NEXT), { status: "failed", code });
      assert.deepEqual(
        (await namesIn(dir)).filter((name) => name.endsWith(".tmp")),
        [],
      );
      assert.equal(openHandles(), 0);
    }
  });

  test(`${label} fails: what was saved before still stands, whole`, async (t) => {
    for (const code of CODES) {
      const dir = await temporaryFolder(t);
      const { save } = await openWithFault(dir, failAt(index, code));
      await save(NEXT);
      // From the rename on it is the new one that a reader finds.
      const expected = index > IN_PLACE ? { ...NEXT, seq: 8 } : OLD;
      assert.deepEqual(await stateIn(stateNames(dir).state), expected, code);
    }
  });

  test(`${label} fails: the next save works`, async (t) => {
    const dir = await temporaryFolder(t);
    const { save, mend } = await openWithFault(dir, failAt(index, "ENOSPC"));
    await save(NEXT);
    mend();
    assert.equal((await save(NEXT)).status, "ok");
  });

  test(`${label} and all after it fail for ever: a whole state stands, and the next beat's save works`, async (t) => {
    const dir = await temporaryFolder(t);
    const { save, openHandles } = await openWithFault(dir, failAt(index, "EIO", { forever: true }));
    assert.equal((await save(NEXT)).status, "failed");
    assert.equal(openHandles(), 0);
    await stateIn(stateNames(dir).state);
    const { save: nextSave, origin } = await openWhole(dir);
    assert.equal(origin, "file");
    assert.equal((await nextSave(NEXT)).status, "ok");
    assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  });
}
