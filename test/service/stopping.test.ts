// A signal ends the daemon with 0 and in time, whatever it is doing (rule SERVICE-6).
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { daemonAt, end, INSTANTS, KNOWN_DAYS, savedState } from "../support/service/stopping.ts";
import { stateIn } from "../support/state-disk.ts";

/** How many saves the beat counts: one that is stopped before its save leaves the state as it was. */
const SAVES = { idle: 1, scan: 0, "usage call": 0, push: 1, save: 1 };

for (const instant of INSTANTS) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal} ${instant === "idle" ? "between beats" : `during the ${instant}`} ends the daemon with 0 within 5 s`, async (t) => {
      const daemon = await daemonAt(t, instant);
      const { code, signal: killedBy } = await end(daemon, signal);
      assert.deepEqual([code, killedBy], [0, null]);
      const names = await readdir(daemon.stateDir);
      assert.ok(!names.includes("beat.lock"), "the lock is released");
      assert.ok(!names.includes("state.json.tmp"), "no temporary file is left");
      const { seq, days } = await savedState(daemon.stateDir);
      assert.equal(seq, 7 + SAVES[instant]);
      assert.deepEqual(days["2026-11-01"], KNOWN_DAYS["2026-11-01"]);
      if (SAVES[instant] === 1) {
        const state = await stateIn(join(daemon.stateDir, "state.json"));
        assert.ok(encodeState(state).length > 0);
      }
    });
  }
}

test("the daemon logs no failure when a signal ends it", async (t) => {
  for (const instant of ["scan", "usage call"] as const) {
    const { stdout } = await end(await daemonAt(t, instant), "SIGTERM");
    assert.doesNotMatch(stdout, /"level":"(warn|error|fatal)"/);
  }
});

test("a disk that hangs during the save does not keep the daemon from ending: the old state is intact", async (t) => {
  const daemon = await daemonAt(t, "hung-save");
  const { code, signal } = await end(daemon, "SIGTERM");
  assert.deepEqual([code, signal], [0, null]);
  assert.equal((await savedState(daemon.stateDir)).seq, 7);
  assert.ok(!(await readdir(daemon.stateDir)).includes("beat.lock"));
});

test("a second SIGINT ends the daemon immediately with 0, and the old state is intact", async (t) => {
  const daemon = await daemonAt(t, "hung-save", { NO_PATIENCE: "" });
  daemon.child.kill("SIGINT");
  await daemon.waitForLine(/^at: signal/);
  const { code, signal } = await end(daemon, "SIGINT");
  assert.deepEqual([code, signal], [0, null]);
  assert.equal((await savedState(daemon.stateDir)).seq, 7);
});
