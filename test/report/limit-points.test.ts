// What a limit stood at, and thinning: the law that a chart of at most N points hides no peak.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { courseOfStretches, type Point, type Stretch, thinned } from "../../src/report/index.ts";

const MINUTE = 60_000;

function read(at: number, highest: number, resetsAt: number | null): Stretch {
  return { resetsAt, firstAt: at, lastAt: at, last: highest, highest, fullAt: null };
}

test("a figure holds until the next one", () => {
  const points = courseOfStretches(
    [read(0, 5, 900 * MINUTE), read(10 * MINUTE, 9, 900 * MINUTE)],
    15 * MINUTE,
  );
  assert.deepEqual(points, [
    { at: 0, until: 10 * MINUTE, percent: 5 },
    { at: 10 * MINUTE, until: 15 * MINUTE, percent: 9 },
  ]);
});

test("after a reset it is 0 if the next reading comes soon, and unknown if it comes late or never", () => {
  const reset = 20 * MINUTE;
  const points = courseOfStretches(
    [read(0, 5, reset), read(30 * MINUTE, 1, 300 * MINUTE), read(600 * MINUTE, 2, 610 * MINUTE)],
    900 * MINUTE,
  );
  assert.deepEqual(points, [
    { at: 0, until: reset, percent: 5 },
    { at: reset, until: 30 * MINUTE, percent: 0 },
    { at: 30 * MINUTE, until: 300 * MINUTE, percent: 1 },
    { at: 600 * MINUTE, until: 610 * MINUTE, percent: 2 },
  ]);
});

const points = fc
  .array(fc.record({ gap: fc.nat(5), length: fc.nat(90), percent: fc.nat(100) }), { maxLength: 300 })
  .map((all) => {
    let at = 0;
    return all.map(({ gap, length, percent }): Point => {
      const start = at + gap;
      at = start + length;
      return { at: start, until: at, percent };
    });
  });

test("thinned points are few, in order, and each point lies in one that is at least as high and as high as one of its own", () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 60 }), (all, most) => {
      const few = thinned(all, most);
      assert.ok(few.length <= most);
      assert.equal(
        few.every(({ at }, index) => index === 0 || at >= (few[index - 1]?.until ?? 0)),
        true,
      );
      for (const { at, until, percent } of all)
        assert.ok(few.some((point) => point.at <= at && point.until >= until && point.percent >= percent));
      for (const { at, until, percent } of few)
        assert.ok(all.some((point) => point.percent === percent && point.at >= at && point.until <= until));
      if (all.length <= most) assert.deepEqual(few, all);
    }),
  );
});
