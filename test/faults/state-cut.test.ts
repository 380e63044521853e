// A truncated state file: its last intact copy is restored, and no frozen day is lost.
// At every byte with AGENT_USAGE_LONG_TESTS=1; otherwise at every 4th, and the files beside it at every 16th.
import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import type { Origin } from "../../src/state/disk/opened-state.ts";
import type { State } from "../../src/state/law/state.ts";
import { stateWith } from "../support/fixtures.ts";
import { savedFolder } from "../support/history.ts";
import { namesIn, openUsable, putFile } from "../support/state-disk.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const FINE = isLong ? 1 : 4;
const COARSE = isLong ? 1 : 16;

/** Truncates a text at every `step`th byte, never only its final newline, and opens the result. */
async function cutEverywhere(
  t: TestContext,
  { text, put, expected, step }: Cuts,
  dir: string,
): Promise<void> {
  const bytes = Buffer.from(text);
  const seen = new Set<string>();
  for (let length = 0; length < bytes.length - 1; length += step) {
    const cut = bytes.subarray(0, length);
    await put(cut);
    const { state, origin, corruptKeptAs } = await openUsable(dir);
    const where = `cut at ${length}`;
    assert.equal(origin, expected.origin, where);
    assert.deepEqual(state.days, expected.state.days, where);
    assert.equal(state.seq, 0, where);
    assert.notEqual(state.stateId, expected.state.stateId, where);
    assert.ok(!seen.has(state.stateId), where);
    seen.add(state.stateId);
    assert.ok(corruptKeptAs !== undefined, where);
    if (expected.isKept) assert.deepEqual(await readFile(join(dir, corruptKeptAs)), cut, where);
    await rm(join(dir, corruptKeptAs));
  }
  t.diagnostic(`cut at ${seen.size} places of ${bytes.length}`);
}

interface Cuts {
  readonly text: string;
  readonly put: (cut: Buffer) => Promise<void>;
  readonly expected: Expected;
  readonly step: number;
}

interface Expected {
  readonly origin: Origin;
  readonly state: State;
  /** Whether the truncated file is the state file itself. */
  readonly isKept: boolean;
}

test("a truncated state file: the previous state is restored under a new stateId, and the truncated file is kept", async (t) => {
  const { dir, names, before } = await savedFolder(t);
  const text = await readFile(names.state, "utf8");
  const put = (cut: Buffer) => putFile(names.state, cut);
  await cutEverywhere(
    t,
    { text, put, expected: { origin: "previous", state: before, isKept: true }, step: FINE },
    dir,
  );
});

test("a state file without its final newline is intact", async (t) => {
  const { dir, names, saved } = await savedFolder(t);
  await putFile(names.state, encodeState(saved).trimEnd());
  const { origin, state } = await openUsable(dir);
  assert.deepEqual({ origin, state }, { origin: "file", state: saved });
});

test("a corrupt state and a truncated previous one: an intact temporary file is restored", async (t) => {
  const { dir, names, saved } = await savedFolder(t);
  const text = await readFile(names.previous, "utf8");
  const put = async (cut: Buffer) => {
    await putFile(names.state, "corrupt");
    await putFile(names.temporary, encodeState(saved));
    await putFile(names.previous, cut);
  };
  await cutEverywhere(
    t,
    { text, put, expected: { origin: "temporary", state: saved, isKept: false }, step: COARSE },
    dir,
  );
});

test("a corrupt state and a truncated temporary file: the previous state is restored", async (t) => {
  const { dir, names, saved, before } = await savedFolder(t);
  const put = async (cut: Buffer) => {
    await putFile(names.state, "corrupt");
    await putFile(names.temporary, cut);
  };
  const expected = { origin: "previous", state: before, isKept: false } as const;
  await cutEverywhere(t, { text: encodeState({ ...saved, seq: 3 }), put, expected, step: COARSE }, dir);
});

test("an intact state: truncated files beside it are ignored, and the next save repairs them", async (t) => {
  const { dir, names, saved } = await savedFolder(t);
  const cut = encodeState(saved).slice(0, 100);
  for (const path of [names.previous, names.temporary]) await putFile(path, cut);
  const { origin, state, save } = await openUsable(dir);
  assert.deepEqual({ origin, state }, { origin: "file", state: saved });
  assert.equal((await save(stateWith({ stateId: saved.stateId, seq: saved.seq }))).status, "ok");
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  assert.equal(await readFile(names.previous, "utf8"), encodeState(saved));
});
