// Which steps of the clocks count as a sleep, or as a clock that was set (rule SERVICE-8).
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { JUMP_MS, Wake } from "../../src/service/daemon/wake.ts";

const TICK = 20_000;
const YEAR = 365 * 24 * 3_600_000;

/** Moves both clocks by the given milliseconds and checks them; returns whether that counts as a jump. */
function stepper(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let [wall, monotonic, jumps] = [Date.parse("2026-11-20T17:00:00Z"), 5_000, 0];
  const events = { onJump: () => void jumps++, onSettled() {} };
  const wake = new Wake(events, { wall: () => wall, monotonic: () => monotonic });
  t.after(() => wake.stop());
  return (wallStep: number, monotonicStep: number) => {
    const before = jumps;
    wall += wallStep;
    monotonic += monotonicStep;
    wake.check();
    return jumps > before;
  };
}

for (const [what, wallStep, monotonicStep, isJump] of [
  ["a check on time", TICK, TICK, false],
  ["an early check", 10, 10, false],
  ["a wall clock set ahead by a minute", TICK + JUMP_MS, TICK, false],
  ["a wall clock set ahead by more than a minute", TICK + JUMP_MS + 1, TICK, true],
  ["a wall clock set back by a minute", TICK - JUMP_MS, TICK, false],
  ["a wall clock set back by more than a minute", TICK - JUMP_MS - 1, TICK, true],
  ["a wall clock set back by a year", -YEAR, TICK, true],
  ["a wall clock set ahead by a year", YEAR, TICK, true],
  ["a sleep on Linux, where the monotonic clock stops", 3_600_000, 15_000, true],
  ["a sleep on macOS, where both clocks keep running and the check comes late", 3_600_000, 3_600_000, true],
  ["a busy machine, whose check comes a minute late", TICK + JUMP_MS, TICK + JUMP_MS, false],
  ["a check that comes more than a minute late", TICK + JUMP_MS + 1, TICK + JUMP_MS + 1, true],
] as const) {
  test(`${what}: ${isJump ? "a jump" : "no jump"}`, (t) => {
    assert.equal(stepper(t)(wallStep, monotonicStep), isJump);
  });
}

test("a jump is more than a minute", () => assert.equal(JUMP_MS, 60_000));

test("a jump is noticed once, not again by the next check", (t) => {
  const isJump = stepper(t);
  assert.equal(isJump(YEAR, TICK), true);
  assert.equal(isJump(TICK, TICK), false);
});

test("a clock set ahead and back between two checks is not a jump; with a check in between, it is two", (t) => {
  const isJump = stepper(t);
  assert.equal(isJump(TICK + YEAR - YEAR, TICK), false);
  assert.equal(isJump(TICK + YEAR, TICK), true);
  assert.equal(isJump(TICK - YEAR, TICK), true);
});

test("the drift of a clock that runs slightly fast does not add up to a jump", (t) => {
  const isJump = stepper(t);
  for (let check = 0; check < 100; check++) assert.equal(isJump(TICK + 1_000, TICK), false);
});
