// Which limits a status line shows: the saved ones, or those of the coding agent's input (rule STATUSLINE-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Item } from "../../src/contract/index.ts";
import { limitsIn } from "../../src/statusline/input.ts";
import { shownLimits } from "../../src/statusline/limits.ts";
import { at, HOUR, item, MINUTE, NOW } from "../support/fixtures.ts";

const SAVED_AT = NOW - 10 * MINUTE;
const RESET = NOW + 2 * HOUR;

const savedWith = (...items: Item[]) => ({ items, fetchedAt: SAVED_AT, history: [], modelsOn: () => ({}) });
const session = (percent: number, reset: number | null = RESET) =>
  item({ percent, resetsAt: reset === null ? null : at(reset) });

/** The percents to show, by kind. */
function shown(saved: readonly Item[], live: readonly Item[], now = NOW): Record<string, number | undefined> {
  const { limits } = shownLimits(savedWith(...saved), live, now);
  return Object.fromEntries(limits.map(({ item: { kind, percent } }) => [kind, percent]));
}

test("in the same window the higher figure counts, also if the reset drifted by minutes", () => {
  assert.deepEqual(shown([session(40)], [session(42)]), { session: 42 });
  assert.deepEqual(shown([session(40)], [session(38)]), { session: 40 });
  assert.deepEqual(shown([session(40)], [session(42, RESET + 9 * MINUTE)]), { session: 42 });
});

test("of two windows the newer one counts, with whatever figure", () => {
  assert.deepEqual(shown([session(90)], [session(1, RESET + 3 * HOUR)]), { session: 1 });
  assert.deepEqual(shown([session(1)], [session(90, RESET - HOUR)]), { session: 1 });
});

test("a window that has begun counts before one that has not", () => {
  assert.deepEqual(shown([session(0, null)], [session(3)]), { session: 3 });
  assert.deepEqual(shown([session(3)], [session(0, null)]), { session: 3 });
});

test("a limit that has reset since is left out, saved or not", () => {
  assert.deepEqual(shown([session(40, NOW)], [session(42, NOW - 1)]), {});
});

test("without saved limits those of the input are shown", () => {
  assert.deepEqual(shownLimits(undefined, [session(42)], NOW).limits[0]?.left, 58);
});

test("a limit that only one of them has is shown", () => {
  const week = item({ kind: "weekly_all", group: "weekly", percent: 7, resetsAt: at(RESET) });
  assert.deepEqual(shown([session(40)], [week]), { session: 40, weekly_all: 7 });
});

test("the age is that of the saved limits, unless all are from the input", () => {
  assert.equal(shownLimits(savedWith(session(40)), [], NOW).fetchedAt, SAVED_AT);
  assert.equal(shownLimits(savedWith(session(40)), [session(42)], NOW).fetchedAt, NOW);
});

const inputWith = (five_hour: unknown) => limitsIn(JSON.stringify({ rate_limits: { five_hour } }));

test("the input's windows are the session and the week", () => {
  const window = { used_percentage: 23.5, resets_at: RESET / 1000 };
  const text = JSON.stringify({
    rate_limits: { five_hour: window, seven_day: { ...window, used_percentage: 41 } },
  });
  assert.deepEqual(limitsIn(text), [
    { kind: "session", group: "session", model: null, percent: 24, resetsAt: at(RESET) },
    { kind: "weekly_all", group: "weekly", model: null, percent: 41, resetsAt: at(RESET) },
  ]);
});

test("a figure outside 0 to 100 is cut, and a reset that is no time is unknown", () => {
  const one = (window: unknown) => inputWith(window)[0];
  assert.equal(one({ used_percentage: 120 })?.percent, 100);
  assert.equal(one({ used_percentage: -3 })?.percent, 0);
  for (const resets_at of [undefined, null, "soon", 1e300, {}]) {
    assert.equal(one({ used_percentage: 1, resets_at })?.resetsAt, null);
  }
});

test("whatever the input is, it is read as limits or as nothing", () => {
  for (const window of [null, 7, "x", [], {}, { used_percentage: "7" }])
    assert.deepEqual(inputWith(window), []);
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ rate_limits: value })),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const { percent } of limitsIn(text))
        assert.ok(percent !== undefined && percent >= 0 && percent <= 100);
    }),
  );
});
