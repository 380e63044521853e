// The beat that makes up for a sleep or a clock that was set: once, between 20 s and a minute after (rule SERVICE-8).
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Wake } from "../../src/service/wake.ts";

const HOUR = 3_600_000;

/** A `Wake` under timers and clocks that go on only as the test says, and what it told. */
function awake(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let [wall, monotonic] = [Date.parse("2026-11-20T17:00:00Z"), 0];
  const told: string[] = [];
  const say = (what: string) => () => void told.push(`${what} at ${monotonic / 1000} s`);
  const wake = new Wake(
    { onJump: say("jump"), onSettled: say("settled") },
    { wall: () => wall, monotonic: () => monotonic },
  );
  t.after(() => wake.stop());
  return {
    wake,
    told,
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

test("while the clocks agree nothing is told", (t) => {
  const { told, pass } = awake(t);
  pass(3_600);
  assert.deepEqual(told, []);
});

for (const [what, by] of [
  ["a sleep", HOUR],
  ["a clock set ahead by a year", 365 * 24 * HOUR],
  ["a clock set back by a year", -365 * 24 * HOUR],
] as const) {
  test(`${what} is told at the next look, and its one beat comes 25 s later`, (t) => {
    const { told, set, pass } = awake(t);
    pass(5);
    set(by);
    pass(3_600);
    assert.deepEqual(told, ["jump at 20 s", "settled at 45 s"]);
  });
}

test("the beat comes at least 20 s and at most a minute after the waking, whenever that was", (t) => {
  for (let before = 0; before < 20; before++) {
    const { told, set, pass, wake } = awake(t);
    pass(before);
    set(HOUR);
    pass(61);
    const [, settled = ""] = told;
    const after = Number(/at (\d+) s/.exec(settled)?.[1]) - before;
    assert.ok(after >= 20 && after <= 60, `${after} s after`);
    wake.stop();
    t.mock.timers.reset();
  }
});

test("a look before the tick sees the jump too, and it is told once", (t) => {
  const { told, set, pass, wake } = awake(t);
  pass(1);
  set(HOUR);
  assert.equal(wake.look(), true);
  pass(100);
  assert.deepEqual(told, ["jump at 1 s", "settled at 26 s"]);
});

test("until the jump's own beat has come no other is to run; then they may again", (t) => {
  const { set, pass, wake } = awake(t);
  assert.equal(wake.look(), false);
  set(HOUR);
  pass(20);
  assert.equal(wake.look(), true);
  pass(24);
  assert.equal(wake.look(), true);
  pass(1);
  assert.equal(wake.look(), false);
});

test("a second jump in that time puts it off: one beat for both", (t) => {
  const { told, set, pass } = awake(t);
  set(HOUR);
  pass(20);
  set(-HOUR);
  pass(300);
  assert.deepEqual(told, ["jump at 20 s", "jump at 40 s", "settled at 60 s"]);
});

test("a clock that jumps on and on starves no beat: one comes within a minute of the first jump, and again", (t) => {
  const { told, set, pass } = awake(t);
  for (let jumps = 0; jumps < 9; jumps++) {
    set(jumps % 2 === 0 ? HOUR : -HOUR);
    pass(20);
  }
  assert.deepEqual(
    told.filter((text) => text.startsWith("settled")),
    ["settled at 60 s", "settled at 120 s", "settled at 180 s"],
  );
});

test("after the stop nothing is told, a jump's beat that was to come included", (t) => {
  const { told, set, pass, wake } = awake(t);
  set(HOUR);
  pass(20);
  wake.stop();
  pass(3_600);
  assert.deepEqual(told, ["jump at 20 s"]);
});
