// A damaged state file gives the saved state or none, never a different one.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { addDays } from "../../src/base/calendar.ts";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { frozen, item, NOW, okLimits, stateWith, TODAY, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { LAW_RUNS } from "../support/runs.ts";
import { openUsable, putFile } from "../support/state-disk.ts";

const STATE: State = stateWith({
  days: Object.fromEntries(
    Array.from({ length: 12 }, (_, ago) => [
      addDays(TODAY, -ago),
      frozen(used(ago, ago * 997, "modèle \uFFFD 😀")),
    ]),
  ),
  lastGoodLimits: okLimits(NOW, [item({ severity: "warning" }), item({ percent: 0, model: "modèle" })]),
});

/** Saves a state and returns the bytes of its file. */
async function savedBytes(t: TestContext): Promise<{ dir: string; bytes: Buffer; saved: State }> {
  const dir = await temporaryFolder(t);
  const { save } = await openUsable(dir);
  assert.equal((await save(STATE)).status, "ok");
  return { dir, bytes: await readFile(stateNames(dir).state), saved: { ...STATE, seq: STATE.seq + 1 } };
}

async function assertSavedOrNone(bytes: Buffer, saved: State): Promise<void> {
  const decoded = await decodeState(bytes.toString("utf8"));
  if (decoded.status === "ok") assert.deepEqual(decoded.state, saved);
}

const flipped = (bytes: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
};

test("with any single bit flipped: the saved state or none", async (t) => {
  const { bytes, saved } = await savedBytes(t);
  for (let bit = 0; bit < bytes.length * 8; bit++) await assertSavedOrNone(flipped(bytes, bit), saved);
});

test("cut short at any byte: the saved state or none", async (t) => {
  const { bytes, saved } = await savedBytes(t);
  for (let length = 0; length < bytes.length; length++)
    await assertSavedOrNone(bytes.subarray(0, length), saved);
});

test("with several bits flipped and bytes zeroed, 10,000 times: the saved state or none", async (t) => {
  const { bytes, saved } = await savedBytes(t);
  const bits = fc.array(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 8 });
  const zeros = fc.tuple(fc.nat(bytes.length), fc.nat(64));
  const property = fc.asyncProperty(bits, zeros, async (places, [start, length]) => {
    const damaged = places.reduce(flipped, bytes);
    await assertSavedOrNone(damaged.fill(0, start, Math.min(start + length, bytes.length)), saved);
  });
  await fc.assert(property, LAW_RUNS);
});

test("with a bit flipped on disk, 2,000 times: opening restores the saved days from the previous file", async (t) => {
  const { dir, bytes, saved } = await savedBytes(t);
  const names = stateNames(dir);
  await putFile(names.previous, encodeState(saved));
  let time = NOW;
  const property = fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
    await putFile(names.state, flipped(bytes, bit));
    const opened = await openState(stateFolder(dir), time++);
    if (opened.status === "newer") return;
    assert.ok(opened.status === "ok");
    assert.deepEqual(opened.state.days, saved.days);
    assert.deepEqual(opened.state.lastGoodLimits, saved.lastGoodLimits);
  });
  await fc.assert(property, { numRuns: 2000 });
});

test("decoding any bytes never throws", async () => {
  const key = fc.oneof(fc.constantFrom(...Object.keys(STATE), "sum", "__proto__"), fc.string());
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("utf8")),
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.dictionary(key, fc.jsonValue()).map((value) => JSON.stringify(value)),
    fc.dictionary(key, fc.jsonValue()).map((value) => JSON.stringify({ ...STATE, ...value })),
  );
  const known = ["ok", "newer", "other_program", "corrupt"];
  const property = fc.asyncProperty(texts, async (text) =>
    assert.ok(known.includes((await decodeState(text)).status)),
  );
  await fc.assert(property, LAW_RUNS);
});

test("a state file nested too deeply for the stack is corrupt, and decoding it does not throw", async () => {
  for (const [left, right] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const deep = `${left.repeat(200_000)}1${right.repeat(200_000)}`;
    assert.deepEqual(await decodeState(`{"schemaVersion":1,"days":${deep},"sum":"x"}`), {
      status: "corrupt",
    });
  }
});
