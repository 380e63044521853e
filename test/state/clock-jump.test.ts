// A clock that was wrong must not freeze half a day or prune history for good (rules CLOCK-1, CLOCK-2).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Days } from "../../src/contract/index.ts";
import { clockStep, settleDays } from "../../src/state/law/clock.ts";
import type { State } from "../../src/state/law/state.ts";
import {
  BEFORE_YESTERDAY,
  beatAt,
  DAY,
  frozen,
  HOUR,
  NOW,
  open,
  stateWith,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

const lastBeatAt = (time: number, days: Days = {}): State => stateWith({ days, lastBeat: beatAt(time) });

/** The state with its days settled, as before a scan. */
const settle = (state: State, copy: State | undefined, now: number) =>
  settleDays(state, clockStep(state, now), copy, now);

/** The settled days of a state whose last beat was two hours after now. */
const settled = (days: Days, copy?: Days) =>
  settle(lastBeatAt(NOW + 2 * HOUR, days), copy && lastBeatAt(NOW - 60 * DAY, copy), NOW).days;

test("exactly 7 days after the last beat is not a jump ahead", () => {
  assert.notEqual(clockStep(lastBeatAt(NOW - 7 * DAY), NOW), "forward");
});

test("7 days and a millisecond after the last beat is a jump ahead", () => {
  assert.equal(clockStep(lastBeatAt(NOW - 7 * DAY - 1), NOW), "forward");
});

test("exactly an hour before the last beat, nothing is undone", () => {
  assert.notEqual(clockStep(lastBeatAt(NOW + HOUR), NOW), "back");
  const days = { [TODAY]: frozen(used(1), NOW + 1), "2026-11-21": open(used(2)) };
  assert.deepEqual(settle(lastBeatAt(NOW + HOUR, days), undefined, NOW).days, days);
});

test("an hour and a millisecond before the last beat is a step back", () => {
  assert.equal(clockStep(lastBeatAt(NOW + HOUR + 1), NOW), "back");
});

test("a beat 15 minutes later is usual, and so is the very first one", () => {
  assert.equal(clockStep(lastBeatAt(NOW - HOUR / 4), NOW), "usual");
  assert.equal(clockStep(stateWith({ lastBeat: null }), NOW), "usual");
});

test("a correct clock changes no record", () => {
  const state = stateWith();
  assert.deepEqual(settle(state, undefined, NOW), state);
});

test("after a step back, a record frozen in what is now the future is open again, with its usage", () => {
  const days = settled({ [BEFORE_YESTERDAY]: frozen(used(3), NOW + 1) });
  assert.deepEqual(days, { [BEFORE_YESTERDAY]: open(used(3)) });
});

test("a record frozen at this millisecond or before stays frozen", () => {
  const stored = { [BEFORE_YESTERDAY]: frozen(used(3), NOW), "2026-11-10": frozen(used(4), NOW - 9 * DAY) };
  assert.deepEqual(settled(stored), stored);
});

test("a frozen record without a time stays frozen", () => {
  const stored = { [BEFORE_YESTERDAY]: { state: "frozen", models: used(3) } } as const;
  assert.deepEqual(settled(stored), stored);
});

test("days after today are dropped, whether open or frozen", () => {
  const stored = {
    [TODAY]: open(used(1)),
    "2026-11-21": open(used(2)),
    "2026-12-24": frozen(used(3), NOW + DAY),
  };
  assert.deepEqual(settled(stored), { [TODAY]: open(used(1)) });
});

test("frozen days that only the copy has are restored", () => {
  const record = frozen(used(9), NOW - 20 * DAY);
  assert.deepEqual(settled({ [TODAY]: open(used(1)) }, { "2026-10-20": record }), {
    [TODAY]: open(used(1)),
    "2026-10-20": record,
  });
});

test("a frozen day of the state stays, even if the copy has a larger record", () => {
  const stored = { "2026-10-20": frozen(used(1)) };
  assert.deepEqual(settled(stored, { "2026-10-20": frozen(used(9)) }), stored);
});

test("an open day of the state stays open, even if it is frozen in the copy", () => {
  const stored = { [YESTERDAY]: open(used(1)) };
  assert.deepEqual(settled(stored, { [YESTERDAY]: frozen(used(9)) }), stored);
});

test("open days of the copy are not restored", () => {
  assert.deepEqual(settled({}, { "2026-10-20": open(used(9)) }), {});
});

test("days of the copy that are after today are not restored", () => {
  assert.deepEqual(settled({}, { "2026-11-21": frozen(used(9)) }), {});
});

test("a day of the copy that was frozen in what is now the future is not restored as frozen", () => {
  const days = settled({}, { [TODAY]: frozen(used(9), NOW + 30 * DAY) });
  assert.notEqual(days[TODAY]?.state, "frozen");
});

test("only the days are replaced", () => {
  const state = lastBeatAt(NOW + 2 * HOUR);
  const copy = stateWith({
    stateId: "00000000-0000-4000-8000-000000000000",
    seq: 99,
    agentVersion: "1.0.0",
    lastGoodLimits: null,
    lastBeat: null,
  });
  const { days: _days, setAside: _setAside, ...rest } = settle(state, copy, NOW);
  const { days: _before, ...expected } = state;
  assert.deepEqual(rest, expected);
});

test("the state and the copy passed in are not changed", () => {
  const state = lastBeatAt(NOW + 2 * HOUR, {
    [TODAY]: frozen(used(1), NOW + DAY),
    "2026-11-30": open(used(2)),
  });
  const copy = lastBeatAt(NOW - DAY, { "2026-10-20": frozen(used(9)) });
  const before = structuredClone([state, copy]);
  settle(state, copy, NOW);
  assert.deepEqual([state, copy], before);
});
