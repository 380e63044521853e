// Each call of a save fails in turn: the old state stays intact, and the next save works (rules STATE-7, STATE-8).
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { type Fault, failAt, failingFiles } from "../support/failing-files.ts";
import { stateWith, TODAY, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn, type Opened, openUsable, putState, stateIn } from "../support/state-disk.ts";

const CODES = ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EACCES", "EMFILE"];
const OLD = stateWith();
const NEXT = stateWith({ days: { [TODAY]: { state: "open", models: used(99) } } });
/** Calls that may fail without failing the save: a link is replaced by a copy, and a second name of a link does no harm. */
const HARMLESS = ["link state.json", "unlink state.json.prev.tmp (after)"];

/** Opens a state. The faults begin with the save. */
async function openWithFault(dir: string, fault: Fault) {
  await putState(dir, OLD);
  let opening = 0;
  let isOn = false;
  const edge = failingFiles((call) => (isOn ? fault({ ...call, index: call.index - opening }) : undefined));
  const opened: Opened = await openUsable(dir, edge.files);
  opening = edge.calls.length;
  isOn = true;
  const fixFaults = () => {
    isOn = false;
  };
  return { ...opened, ...edge, fixFaults, saving: () => edge.calls.slice(opening).map(({ label }) => label) };
}

/** The calls of a save that succeeds. */
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
    test(`${label} fails: the save still succeeds`, async (t) => {
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

  test(`${label} fails: failed with the system error code, and no temporary or open file is left`, async (t) => {
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

  test(`${label} fails: the state saved before stays intact`, async (t) => {
    for (const code of CODES) {
      const dir = await temporaryFolder(t);
      const { save } = await openWithFault(dir, failAt(index, code));
      await save(NEXT);
      // From the rename on, a reader finds the new state.
      const expected = index > IN_PLACE ? { ...NEXT, seq: 8 } : OLD;
      assert.deepEqual(await stateIn(stateNames(dir).state), expected, code);
    }
  });

  test(`${label} fails: the next save works`, async (t) => {
    const dir = await temporaryFolder(t);
    const { save, fixFaults } = await openWithFault(dir, failAt(index, "ENOSPC"));
    await save(NEXT);
    fixFaults();
    assert.equal((await save(NEXT)).status, "ok");
  });

  test(`${label} and all later calls fail: the state file stays intact, and the next beat can save`, async (t) => {
    const dir = await temporaryFolder(t);
    const { save, openHandles } = await openWithFault(dir, failAt(index, "EIO", { forever: true }));
    assert.equal((await save(NEXT)).status, "failed");
    assert.equal(openHandles(), 0);
    await stateIn(stateNames(dir).state);
    const { save: nextSave, origin } = await openUsable(dir);
    assert.equal(origin, "file");
    assert.equal((await nextSave(NEXT)).status, "ok");
    assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  });
}
