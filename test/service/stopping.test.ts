// A signal ends the daemon with 0 and in time, whatever it is at.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { daemonAt, end, INSTANTS, KNOWN_DAYS, savedState } from "../support/service/stopping.ts";
import { stateIn } from "../support/state-disk.ts";

/** By how much the instant's beat counts up: ended before the save it leaves the state as it was. */
const SAVES = { idle: 1, scan: 0, "usage call": 0, push: 1, save: 1 };

for (const instant of INSTANTS) {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal} ${instant === "idle" ? "between beats" : `in the ${instant}`} ends it with 0 within 5 s`, async (t) => {
      const daemon = await daemonAt(t, instant);
      const { code, signal: killedBy } = await end(daemon, signal);
      assert.deepEqual([code, killedBy], [0, null]);
      const names = await readdir(daemon.stateDir);
      assert.ok(!names.includes("beat.lock"), "the lock is let go");
      assert.ok(!names.includes("state.json.tmp"), "nothing half written is left");
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

test("it says nothing of a failure when it is ended", async (t) => {
  for (const instant of ["scan", "usage call"] as const) {
    const { stdout } = await end(await daemonAt(t, instant), "SIGTERM");
    assert.doesNotMatch(stdout, /"level":"(warn|error|fatal)"/);
  }
});

test("a disk that hangs in the save does not keep it from ending: the old state stays whole", async (t) => {
  const daemon = await daemonAt(t, "hung-save");
  const { code, signal } = await end(daemon, "SIGTERM");
  assert.deepEqual([code, signal], [0, null]);
  assert.equal((await savedState(daemon.stateDir)).seq, 7);
  assert.ok(!(await readdir(daemon.stateDir)).includes("beat.lock"));
});

test("a second SIGINT ends it at once, with 0, the old state whole", async (t) => {
  const daemon = await daemonAt(t, "hung-save", { NO_PATIENCE: "" });
  daemon.child.kill("SIGINT");
  await daemon.waitForLine(/^at: signal/);
  const { code, signal } = await end(daemon, "SIGINT");
  assert.deepEqual([code, signal], [0, null]);
  assert.equal((await savedState(daemon.stateDir)).seq, 7);
});
