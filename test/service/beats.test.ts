// The beats of one process never overlap, and a beat that fails does not end the daemon (rules SERVICE-2, SERVICE-5).

import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { BeatResult } from "../../src/beat/index.ts";
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
  const folder = await temporaryFolder(t);
  const stateDir = join(folder, "state");
  const logged: string[] = [];
  const report = (level: string) => (_fields: object, message: string) =>
    void logged.push(`${level} ${message}`);
  const results: BeatResult["status"][] = [];
  const beats = new Beats({
    config: { stateDir, transcriptRoots: [folder] },
    env: { AGENT_USAGE_LIMITS: "off", HOME: stateDir },
    log: { debug() {}, info: report("info"), warn: report("warn"), error: report("error") },
    scanner: scannerOf(async () => nothing),
    signal: new AbortController().signal,
    onResult: ({ status }) => results.push(status),
    ...options,
  });
  return { beats, logged, results, stateDir };
}

/** A scan that runs until `release` is called. */
function heldScan() {
  let release: () => void = () => {};
  let start: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const released = new Promise<typeof nothing>((resolve) => {
    release = () => resolve(nothing);
  });
  const scan = () => {
    start();
    return released;
  };
  return { scanner: scannerOf(scan), started, release: () => release() };
}

test("a beat that is due while one is running is skipped, with a warning", async (t) => {
  const { scanner, started, release } = heldScan();
  const { beats, logged, results } = await someBeats(t, { scanner });
  const first = beats.run();
  await started;
  await beats.run();
  assert.match(logged.join("\n"), /^warn Skipped: the last refresh is still running\.$/);
  release();
  await first;
  assert.deepEqual(results, ["done"]);
});

test("the beat after a sleep waits for the running one, then runs", async (t) => {
  const { scanner, started, release } = heldScan();
  const { beats, results } = await someBeats(t, { scanner });
  const first = beats.run();
  await started;
  const next = beats.runNext();
  release();
  await Promise.all([first, next]);
  assert.deepEqual(results, ["done", "done"]);
});

test("an unexpected error in a beat is logged, and the next beat runs", async (t) => {
  let scans = 0;
  const scan = async () => {
    scans++;
    if (scans === 1) throw new Error("a bug");
    return nothing;
  };
  const { beats, logged, results } = await someBeats(t, { scanner: scannerOf(scan) });
  await beats.run();
  assert.match(logged.join("\n"), /^error the refresh failed unexpectedly/);
  await beats.run();
  assert.deepEqual(results, ["done"]);
});

const SKIPPED = /^warn the last 3 refreshes found another one running on the same state folder$/;

test("the third beat in a row that finds another one running logs one warning, and one line once it is resolved", async (t) => {
  const { beats, logged, stateDir } = await someBeats(t);
  const other = await takeLock(stateFolder(stateDir));
  assert.ok(other.status === "held");
  t.after(() => other.release());
  const warned = () => logged.filter((text) => SKIPPED.test(text)).length;
  for (const expected of [0, 0, 1, 1, 1]) {
    await beats.run();
    assert.equal(warned(), expected);
  }
  await other.release();
  await beats.run();
  assert.ok(logged.includes("info lock: ok"));
});

test("two skipped beats, one that is done and two more skipped ones log no warning", async (t) => {
  const { beats, logged, stateDir, results } = await someBeats(t);
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
    logged.filter((text) => text.startsWith("warn")),
    [],
  );
});

test("no beat starts after the signal", async (t) => {
  const { beats, results } = await someBeats(t, { signal: AbortSignal.abort() });
  await beats.run();
  assert.deepEqual(results, []);
});
