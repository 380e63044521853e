// Single flipped bits in a state file, always at the same random places: 10,000 with AGENT_USAGE_LONG_TESTS=1,
// otherwise 500. The result is the same state or the previous one, never a third one.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isJsonObject, parseJson } from "../../src/base/json.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { stateSchema } from "../../src/state/law/state.ts";
import { flipped, someBits } from "../support/damage.ts";
import { NOW } from "../support/fixtures.ts";
import { savedFolder } from "../support/history.ts";
import { namesIn, putFile } from "../support/state-disk.ts";

const FLIPS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 10_000 : 500;

/** Whether a text is a valid state except for its checksum. */
function isValidButForSum(bytes: Buffer): boolean {
  const content = parseJson(bytes.toString("utf8"));
  if (!isJsonObject(content)) return false;
  const { sum, ...rest } = content;
  return typeof sum === "string" && stateSchema.safeParse(rest).success;
}

test(`one of ${FLIPS} bits of the state file flipped: the same state, the previous one, or refused as newer`, async (t) => {
  const { dir, names, saved, before } = await savedFolder(t);
  const bytes = await readFile(names.state);
  const count = { harmless: 0, recovered: 0, newer: 0, foundBySumOnly: 0 };
  for (const bit of someBits(bytes, FLIPS)) {
    const damaged = flipped(bytes, bit);
    await putFile(names.state, damaged);
    const opened = await openState(stateFolder(dir), NOW);
    const where = `bit ${bit}`;
    if (opened.status === "newer") {
      // The bit is in the version's digit. Nothing was touched.
      assert.match(damaged.toString("utf8"), /^\{"schemaVersion":[2-9],/, where);
      assert.deepEqual(await readFile(names.state), damaged, where);
      assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"], where);
      count.newer++;
      continue;
    }
    assert.ok(opened.status === "ok", `${where}: ${opened.status}`);
    if (opened.origin === "file") {
      assert.deepEqual(opened.state, saved, where);
      count.harmless++;
      continue;
    }
    assert.equal(opened.origin, "previous", where);
    const { stateId, ...rest } = opened.state;
    const { stateId: old, ...expected } = { ...before, seq: 0 };
    assert.notEqual(stateId, old, where);
    assert.deepEqual(rest, expected, where);
    const keptAs = join(dir, opened.corruptKeptAs ?? "");
    assert.deepEqual(await readFile(keptAs), damaged, where);
    await rm(keptAs);
    count.recovered++;
    if (isValidButForSum(damaged)) count.foundBySumOnly++;
  }
  t.diagnostic(JSON.stringify({ bytes: bytes.length, ...count }));
  assert.ok(count.foundBySumOnly > 0 && count.recovered > count.harmless);
});

test("with a corrupt state, a flipped bit in the previous one never gives days that were not saved", async (t) => {
  const { dir, names, before } = await savedFolder(t);
  const bytes = await readFile(names.previous);
  for (const bit of someBits(bytes, FLIPS / 5)) {
    await putFile(names.state, "");
    await putFile(names.previous, flipped(bytes, bit));
    const opened = await openState(stateFolder(dir), NOW);
    const where = `bit ${bit}`;
    if (opened.status === "newer") continue;
    assert.ok(opened.status === "ok", where);
    assert.notEqual(opened.state.stateId, before.stateId, where);
    assert.deepEqual(opened.state.days, opened.origin === "fresh" ? {} : before.days, where);
    await rm(join(dir, opened.corruptKeptAs ?? ""));
  }
});
