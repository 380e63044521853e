// After a sleep or a change of the clock, one beat runs 20 to 60 seconds later (rule SERVICE-8).
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Wake } from "../../src/service/daemon/wake.ts";

const HOUR = 3_600_000;

/** A `Wake` with timers and clocks that the test moves, and the events it reported. */
function startWake(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let [wall, monotonic] = [Date.parse("2026-11-20T17:00:00Z"), 0];
  const events: string[] = [];
  const report = (what: string) => () => void events.push(`${what} at ${monotonic / 1000} s`);
  const wake = new Wake(
    { onJump: report("jump"), onSettled: report("settled") },
    { wall: () => wall, monotonic: () => monotonic },
  );
  t.after(() => wake.stop());
  return {
    wake,
    events,
    /** The wall clock is set. */
    set: (by: number) => {
      wall += by;
    },
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        wall += 1000;
        monotonic += 1000;
        t.mock.timers.tick(1000);
      }
    },
  };
}

test("while the clocks agree nothing is reported", (t) => {
  const { events, pass } = startWake(t);
  pass(3_600);
  assert.deepEqual(events, []);
});

for (const [what, by] of [
  ["a sleep", HOUR],
  ["a clock set ahead by a year", 365 * 24 * HOUR],
  ["a clock set back by a year", -365 * 24 * HOUR],
] as const) {
  test(`${what} is noticed at the next check, and one beat is due 25 s later`, (t) => {
    const { events, set, pass } = startWake(t);
    pass(5);
    set(by);
    pass(3_600);
    assert.deepEqual(events, ["jump at 20 s", "settled at 45 s"]);
  });
}

test("the beat is due 20 s to a minute after the wake, whenever that was", (t) => {
  for (let before = 0; before < 20; before++) {
    const { events, set, pass, wake } = startWake(t);
    pass(before);
    set(HOUR);
    pass(61);
    const [, settled = ""] = events;
    const after = Number(/at (\d+) s/.exec(settled)?.[1]) - before;
    assert.ok(after >= 20 && after <= 60, `${after} s after`);
    wake.stop();
    t.mock.timers.reset();
  }
});

test("a check before the tick notices the jump too, and it is reported once", (t) => {
  const { events, set, pass, wake } = startWake(t);
  pass(1);
  set(HOUR);
  wake.check();
  assert.equal(wake.isSettling, true);
  pass(100);
  assert.deepEqual(events, ["jump at 1 s", "settled at 26 s"]);
});

test("the wake is settling until the jump's own beat is due", (t) => {
  const { set, pass, wake } = startWake(t);
  assert.equal(wake.isSettling, false);
  set(HOUR);
  pass(20);
  assert.equal(wake.isSettling, true);
  pass(24);
  assert.equal(wake.isSettling, true);
  pass(1);
  assert.equal(wake.isSettling, false);
});

test("a second jump in that time delays the beat: one beat for both", (t) => {
  const { events, set, pass } = startWake(t);
  set(HOUR);
  pass(20);
  set(-HOUR);
  pass(300);
  assert.deepEqual(events, ["jump at 20 s", "jump at 40 s", "settled at 60 s"]);
});

test("a clock that keeps jumping does not stop the beats: one is due within a minute of the first jump, and again", (t) => {
  const { events, set, pass } = startWake(t);
  for (let jumps = 0; jumps < 9; jumps++) {
    set(jumps % 2 === 0 ? HOUR : -HOUR);
    pass(20);
  }
  assert.deepEqual(
    events.filter((text) => text.startsWith("settled")),
    ["settled at 60 s", "settled at 120 s", "settled at 180 s"],
  );
});

test("after stop nothing is reported, not even a beat that was due", (t) => {
  const { events, set, pass, wake } = startWake(t);
  set(HOUR);
  pass(20);
  wake.stop();
  pass(3_600);
  assert.deepEqual(events, ["jump at 20 s"]);
});
