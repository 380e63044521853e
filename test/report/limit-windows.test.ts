// The windows of a limit: when each began and ended, the highest figure, what was left, and how long it was full.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Stretch, windowsOf } from "../../src/report/index.ts";

const HOUR = 3_600_000;
const LENGTH = 5 * HOUR;
const START = Date.UTC(2026, 10, 20, 8);
const RESET = START + LENGTH;

/** A reading so many hours after the start. */
function read(hours: number, percent: number, resetsAt: number | null = RESET): Stretch {
  const at = START + hours * HOUR;
  const fullAt = percent === 100 ? at : null;
  return { resetsAt, firstAt: at, lastAt: at, last: percent, highest: percent, fullAt };
}

/** Each window in hours after the start. */
function windows(
  stretches: readonly Stretch[],
  now = START + 99 * HOUR,
  length: number | undefined = LENGTH,
) {
  return windowsOf(stretches, length, now).map(({ from, to, isOver, highest, left, fullMs }) => ({
    hours: [(from - START) / HOUR, (to - START) / HOUR],
    isOver,
    highest,
    left,
    full: fullMs / HOUR,
  }));
}

test("a window reaches from one reset to the next, and its last figure is what was used", () => {
  assert.deepEqual(windows([read(1, 10), read(3, 60), read(6, 5, RESET + LENGTH)], START + 7 * HOUR), [
    { hours: [0, 5], isOver: true, highest: 60, left: 40, full: 0 },
    { hours: [5, 10], isOver: false, highest: 5, left: 95, full: 0 },
  ]);
});

test("a limit is full from the first reading of 100 to the reset, or to now", () => {
  const readings = [read(1, 10), read(3.5, 100)];
  assert.deepEqual(windows(readings)[0], { hours: [0, 5], isOver: true, highest: 100, left: 0, full: 1.5 });
  assert.equal(windows(readings, START + 4 * HOUR)[0]?.full, 0.5);
});

test("a restart before the reset ends the full time and counts what is left from there", () => {
  const [window] = windows([read(1, 100), read(2, 100), read(3, 4), read(4, 30)]);
  assert.deepEqual(window, { hours: [0, 5], isOver: true, highest: 100, left: 70, full: 2 });
});

test("a slightly lower figure is an older one", () => {
  const [window] = windows([read(1, 100), read(2, 97)]);
  assert.deepEqual([window?.left, window?.full], [0, 4]);
});

test("resets that differ by minutes are one window, also in turn with the next one", () => {
  const next = RESET + LENGTH;
  const shown = windows([
    read(4, 50),
    read(4.5, 60, RESET + 60_000),
    read(5.1, 2, next),
    read(5.2, 3, next + 90_000),
  ]);
  assert.deepEqual(
    shown.map(({ highest }) => highest),
    [60, 3],
  );
});

test("a window that the vendor reset early ends where the next one begins", () => {
  const [first, second] = windows([read(1, 80), read(2, 1, RESET + 2 * HOUR)]);
  assert.deepEqual(
    [first?.hours, second?.hours],
    [
      [0, 2],
      [2, 7],
    ],
  );
});

test("without a known length a window begins with its first reading", () => {
  assert.deepEqual(windowsOf([read(2, 10)], undefined, RESET)[0]?.from, START + 2 * HOUR);
});

test("readings before a window has begun, or of a reset that has passed, are no window", () => {
  assert.deepEqual(windows([read(1, 0, null), read(6, 40)]), []);
});
