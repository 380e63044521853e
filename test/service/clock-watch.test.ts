// What counts as a sleep of the machine or as a clock that was set (rule SERVICE-8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClockWatch, JUMP_MS } from "../../src/service/clock-watch.ts";

const TICK = 20_000;
const YEAR = 365 * 24 * 3_600_000;

/** A watch over two clocks that go on only as they are told. */
function watched() {
  let [wall, monotonic] = [Date.parse("2026-11-20T17:00:00Z"), 5_000];
  const watch = new ClockWatch({ wall: () => wall, monotonic: () => monotonic });
  /** Whether a look counts as a jump after both clocks went on by so much. */
  return (wallStep: number, monotonicStep: number) => {
    wall += wallStep;
    monotonic += monotonicStep;
    return watch.jumped(TICK);
  };
}

for (const [what, wallStep, monotonicStep, isJump] of [
  ["a look at its time", TICK, TICK, false],
  ["a look before its time", 10, 10, false],
  ["a wall clock that was set ahead by a minute", TICK + JUMP_MS, TICK, false],
  ["a wall clock that was set ahead by more than a minute", TICK + JUMP_MS + 1, TICK, true],
  ["a wall clock that was set back by a minute", TICK - JUMP_MS, TICK, false],
  ["a wall clock that was set back by more than a minute", TICK - JUMP_MS - 1, TICK, true],
  ["a wall clock that was set back by a year", -YEAR, TICK, true],
  ["a wall clock that was set ahead by a year", YEAR, TICK, true],
  ["a sleep on Linux, where the monotonic clock stands still", 3_600_000, 15_000, true],
  ["a sleep on macOS, where both clocks go on and the look comes late", 3_600_000, 3_600_000, true],
  ["a busy machine, whose look comes a minute late", TICK + JUMP_MS, TICK + JUMP_MS, false],
  ["a look that comes more than a minute late", TICK + JUMP_MS + 1, TICK + JUMP_MS + 1, true],
] as const) {
  test(`${what}: ${isJump ? "a jump" : "no jump"}`, () => {
    assert.equal(watched()(wallStep, monotonicStep), isJump);
  });
}

test("a minute is what parts a jump from none", () => assert.equal(JUMP_MS, 60_000));

test("a jump is seen once, not at the looks after it", () => {
  const jumped = watched();
  assert.equal(jumped(YEAR, TICK), true);
  assert.equal(jumped(TICK, TICK), false);
});

test("a clock that is set there and back between two looks is none; by two looks it is two", () => {
  const jumped = watched();
  assert.equal(jumped(TICK + YEAR - YEAR, TICK), false);
  assert.equal(jumped(TICK + YEAR, TICK), true);
  assert.equal(jumped(TICK - YEAR, TICK), true);
});

test("a clock that runs a little fast does not add up to a jump", () => {
  const jumped = watched();
  for (let look = 0; look < 100; look++) assert.equal(jumped(TICK + 1_000, TICK), false);
});
