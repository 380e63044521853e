// Beats of one process: never two at once, and what goes wrong in one ends nothing (rules SERVICE-2, SERVICE-5).

import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { BeatResult } from "../../src/beat/beat.ts";
import { Beats, type BeatsOptions } from "../../src/service/daemon/beats.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { takeLock } from "../../src/state/lock/take-lock.ts";
import type { Scanner } from "../../src/usage/types.ts";
import { temporaryFolder } from "../support/folder.ts";

const nothing = {
  days: {},
  agentVersion: null,
  readErrors: 0,
  skippedLines: 0,
  files: 0,
  nextState: { freeze: true },
};
const scannerOf = (scan: () => Promise<unknown>): Scanner => ({ scan }) as unknown as Scanner;

async function someBeats(t: TestContext, options: Partial<BeatsOptions> = {}) {
  const stateDir = join(await temporaryFolder(t), "state");
  const said: string[] = [];
  const say = (level: string) => (_fields: object, message: string) => void said.push(`${level} ${message}`);
  const results: BeatResult["status"][] = [];
  const beats = new Beats({
    config: { stateDir },
    env: { AGENT_USAGE_LIMITS: "off", HOME: stateDir },
    log: { debug() {}, info: say("info"), warn: say("warn"), error: say("error") },
    scanner: scannerOf(async () => nothing),
    signal: new AbortController().signal,
    onResult: ({ status }) => results.push(status),
    ...options,
  });
  return { beats, said, results, stateDir };
}

/** A scan that goes on until it is let go. */
function heldScan() {
  let release: () => void = () => {};
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<typeof nothing>((resolve) => {
    release = () => resolve(nothing);
  });
  const scan = () => {
    begin();
    return released;
  };
  return { scanner: scannerOf(scan), begun, release: () => release() };
}

test("a beat that is due while one is under way is skipped, and that is said", async (t) => {
  const { scanner, begun, release } = heldScan();
  const { beats, said, results } = await someBeats(t, { scanner });
  const first = beats.run();
  await begun;
  await beats.run();
  assert.match(said.join("\n"), /^warn Skipped: the last refresh is still running\.$/);
  release();
  await first;
  assert.deepEqual(results, ["done"]);
});

test("the beat after a sleep waits for the one under way, and then runs", async (t) => {
  const { scanner, begun, release } = heldScan();
  const { beats, results } = await someBeats(t, { scanner });
  const first = beats.run();
  await begun;
  const next = beats.runNext();
  release();
  await Promise.all([first, next]);
  assert.deepEqual(results, ["done", "done"]);
});

test("an unforeseen error in a beat is said, and the next beat is done", async (t) => {
  let scans = 0;
  const scan = async () => {
    scans++;
    if (scans === 1) throw new Error("a bug");
    return nothing;
  };
  const { beats, said, results } = await someBeats(t, { scanner: scannerOf(scan) });
  await beats.run();
  assert.match(said.join("\n"), /^error the refresh failed unexpectedly/);
  await beats.run();
  assert.deepEqual(results, ["done"]);
});

const SKIPPED = /^warn the last 3 refreshes found another one running on the same state folder$/;

test("the third beat in a row that finds another at work is warned of, once; the end of it is said", async (t) => {
  const { beats, said, stateDir } = await someBeats(t);
  const other = await takeLock(stateFolder(stateDir));
  assert.ok(other.status === "held");
  t.after(() => other.release());
  const warned = () => said.filter((text) => SKIPPED.test(text)).length;
  for (const expected of [0, 0, 1, 1, 1]) {
    await beats.run();
    assert.equal(warned(), expected);
  }
  await other.release();
  await beats.run();
  assert.ok(said.includes("info lock: ok"));
});

test("two skipped beats, one that is done, and two more are no reason to warn", async (t) => {
  const { beats, said, stateDir, results } = await someBeats(t);
  for (let time = 0; time < 2; time++) {
    const other = await takeLock(stateFolder(stateDir));
    assert.ok(other.status === "held");
    await beats.run();
    await beats.run();
    await other.release();
    await beats.run();
  }
  assert.deepEqual(results, ["overlap", "overlap", "done", "overlap", "overlap", "done"]);
  assert.deepEqual(
    said.filter((text) => text.startsWith("warn")),
    [],
  );
});

test("after the signal no beat begins", async (t) => {
  const { beats, results } = await someBeats(t, { signal: AbortSignal.abort() });
  await beats.run();
  assert.deepEqual(results, []);
});
