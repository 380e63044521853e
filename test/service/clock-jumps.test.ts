// The machine's clock is set far ahead or back while the daemon runs, and then corrected: beats still run, and no day's
// record is damaged for good. Set AGENT_USAGE_LONG_TESTS=1 for the whole table.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { heldAnswer, startCollector } from "../support/collector.ts";
import { DAY, frozen, HOUR, open, stateWith, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON, startProgram } from "../support/program.ts";
import { setClock, settableClock, withoutFakeClock } from "../support/service/fake-clock.ts";
import { putState, stateIn } from "../support/state-disk.ts";
import { requestLine, writeTranscript } from "../support/transcript.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const SECOND = 1000;
const YEAR = 365 * DAY;
const JUMPS = [
  ["2 hours ahead", 2 * HOUR],
  ["3 days ahead", 3 * DAY],
  ["a year ahead", YEAR],
  ["2 hours back", -2 * HOUR],
  ["a year back", -YEAR],
] as const;
const HOLDER = fileURLToPath(new URL("../support/state/hold-lock.ts", import.meta.url));

const start = Date.now();
const today = torontoDay(start);
/** Days whose only copy is the record. */
const ONLY_COPY = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [addDays(today, -32 + i), frozen(used(i + 1), start - HOUR)]),
);
const lastBeat = {
  at: new Date(start - 600_000).toISOString(),
  limitsStatus: "disabled",
  limitsDetail: null,
  readErrors: 0,
} as const;

async function jumpingDaemon(t: TestContext, at = 0) {
  const folder = await temporaryFolder(t);
  const [clock, stateDir] = [join(folder, "clock"), join(folder, "state")];
  const transcript = join(folder, "transcripts", "a.jsonl");
  const use = () => appendFile(transcript, `${requestLine({ at: new Date(start).toISOString() })}\n`);
  writeTranscript(transcript, [], new Date(start).toISOString());
  await use();
  await setClock(clock, at / SECOND);
  const collector = await startCollector(t);
  await mkdir(stateDir);
  await putState(stateDir, stateWith({ days: { ...ONLY_COPY, [today]: open(used(0)) }, lastBeat }));
  const daemon = await startProgram(t, DAEMON, [], {
    execArgv: ["--import", new URL("../support/service/short-timers.mjs", import.meta.url).href],
    env: {
      ...settableClock(clock),
      AGENT_USAGE_STATE_DIR: stateDir,
      AGENT_USAGE_TRANSCRIPTS: join(folder, "transcripts"),
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    },
  });
  /** Resolves once a beat is done at this offset in milliseconds from the real time, within a few minutes. */
  const beatAt = (offset: number) => {
    const minutes = Array.from({ length: 4 }, (_, i) => new Date(Date.now() + offset + (i - 1) * 60_000));
    const times = minutes.map((time) => time.toISOString().slice(0, 16)).join("|");
    return daemon.waitForLine(new RegExp(`"time":"(${times}).*refresh done`));
  };
  return {
    clock,
    collector,
    daemon,
    stateDir,
    use,
    beatAt,
    set: (offset: number) => setClock(clock, offset / SECOND),
  };
}

/** Asserts that the days are as if the clock had never been wrong. */
async function assertIntact(stateDir: string, requestsToday: number): Promise<void> {
  const { days } = await stateIn(stateNames(stateDir).state);
  for (const [day, { models }] of Object.entries(ONLY_COPY)) {
    assert.deepEqual([day, days[day]?.models], [day, models]);
  }
  const { state, models } = days[today] ?? {};
  assert.deepEqual([state, models?.["model-a"]?.requests], ["open", requestsToday]);
}

for (const [what, by] of JUMPS) {
  const skip =
    withoutFakeClock || (isLong || Math.abs(by) === YEAR ? false : "AGENT_USAGE_LONG_TESTS is not set");

  test(`the clock is set ${what} between beats, and then corrected: a beat runs in the minute after each`, {
    skip,
  }, async (t) => {
    const { set, use, beatAt, stateDir, collector, daemon } = await jumpingDaemon(t);
    await collector.request(1);
    await beatAt(0);
    await set(by);
    await beatAt(by);
    await use();
    const before = collector.requests.length;
    await set(0);
    await collector.request(before + 1);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    await assertIntact(stateDir, 2);
  });
}

for (const [what, by] of JUMPS) {
  const skip = withoutFakeClock || (isLong ? false : "AGENT_USAGE_LONG_TESTS is not set");

  test(`the clock is ${what} at the start, and then corrected: a beat runs at both times`, {
    skip,
  }, async (t) => {
    const { set, use, beatAt, stateDir, collector, daemon } = await jumpingDaemon(t, by);
    await beatAt(by);
    await use();
    const before = collector.requests.length;
    await set(0);
    await collector.request(before + 1);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    await assertIntact(stateDir, 2);
  });

  test(`the clock is set ${what} during a beat, and then corrected: a beat runs at both times`, {
    skip,
  }, async (t) => {
    const { set, use, beatAt, stateDir, collector, daemon } = await jumpingDaemon(t);
    const { answer, release } = heldAnswer();
    collector.answer(answer);
    await collector.request(1);
    await set(by);
    release();
    await collector.request(2);
    await beatAt(by);
    await use();
    await set(0);
    await collector.request(3);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    await assertIntact(stateDir, 2);
  });

  test(`the clock is set ${what} while another process holds the lock, and then corrected: beats run once it is released`, {
    skip,
  }, async (t) => {
    const { clock, set, use, stateDir, collector, daemon } = await jumpingDaemon(t);
    await collector.request(1);
    await daemon.waitForLine(/refresh done/);
    const holder = fork(HOLDER, [stateDir], {
      execArgv: ["--import", import.meta.resolve("tsx")],
      env: { PATH: process.env["PATH"], ...settableClock(clock) },
    });
    t.after(() => holder.kill("SIGKILL"));
    assert.deepEqual((await once(holder, "message"))[0], "held");
    await set(by);
    // The daemon treats the lock as stale, or skips its beat.
    await daemon.waitForLine(/another refresh is running|"seq":9\b.*refresh done/);
    await use();
    holder.kill("SIGKILL");
    await once(holder, "exit");
    const before = collector.requests.length;
    await set(0);
    // The lock of the killed process goes stale after 20 s, by a clock that moves.
    const later = setTimeout(() => void set(30 * 60 * SECOND), 3_000);
    t.after(() => clearTimeout(later));
    await collector.request(before + 1);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
    await assertIntact(stateDir, 2);
  });
}
