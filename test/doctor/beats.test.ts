// What doctor says of the last beat and the last push.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeBeats } from "../../src/commands/doctor/beats.ts";
import type { Delivery, State } from "../../src/contract.ts";
import { at, beatAt, HOUR, NOW, stateWith } from "../support/state.ts";
import { lines, told } from "./lines.ts";

const MINUTE = 60_000;
const FACTS = {
  dir: "/state",
  folder: { status: "there", kind: "folder", mode: 0o40700, isAllowed: true },
  hasSpare: false,
  openFiles: [],
  freeBytes: undefined,
  lock: "none",
} as const;

function judge(lastBeat: State["lastBeat"], delivery?: Delivery, pushes = false) {
  const state = { status: "ok", state: stateWith({ lastBeat }) } as const;
  return judgeBeats({ ...FACTS, state, delivery }, pushes, NOW);
}

for (const [what, time, status] of [
  ["a quarter of an hour ago", NOW - 15 * MINUTE, "ok"],
  ["an hour ago", NOW - HOUR, "ok"],
  ["more than an hour ago", NOW - HOUR - 1, "warning"],
  ["in the future", NOW + 1, "warning"],
] as const) {
  test(`the last beat was ${what}: ${status}`, () => {
    assert.equal(lines(judge(beatAt(time)))[0], `${status} last-beat`);
  });
}

test("a last beat in the future speaks of the clock", () => {
  assert.match(told(judge(beatAt(NOW + HOUR))), /60 min|1 h in the future: the clock/);
});

test("before the first beat, nothing is said of it here", () => {
  assert.deepEqual(judge(null), []);
  assert.deepEqual(
    judgeBeats({ ...FACTS, state: { status: "missing" }, delivery: undefined }, true, NOW),
    [],
  );
});

for (const [limitsStatus, limitsDetail, status, mend] of [
  ["ok", null, "ok", undefined],
  ["disabled", null, "ok", undefined],
  ["http_error", "http_401", "warning", "log in with the coding agent"],
  ["token_expired", null, "warning", "use the coding agent"],
  ["unavailable", "no_version", "warning", "use the coding agent"],
  ["unavailable", "timeout", "warning", "the next beat asks again"],
] as const) {
  test(`its limits were ${limitsDetail ?? limitsStatus}: ${status}`, () => {
    const check = judge({ at: at(NOW), limitsStatus, limitsDetail, readErrors: 0 })[1];
    assert.deepEqual([check?.status, check?.mend], [status, mend]);
  });
}

test("read errors of the last beat are a warning: it froze no day", () => {
  const checks = judge({ at: at(NOW), limitsStatus: "ok", limitsDetail: null, readErrors: 2 });
  assert.ok(lines(checks).includes("warning read-errors"));
  assert.match(told(checks), /2 read errors/);
});

const delivered: Delivery = { at: at(NOW), outcome: "delivered", lastDeliveredAt: at(NOW) };

test("a push that was delivered is fine", () => {
  assert.equal(lines(judge(beatAt(NOW), delivered, true))[2], "ok delivery");
});

test("one that was not is a warning that says why, and when one last was", () => {
  const refused: Delivery = { at: at(NOW), outcome: "http_401", lastDeliveredAt: at(NOW - 5 * HOUR) };
  const checks = judge(beatAt(NOW), refused, true);
  assert.equal(lines(checks)[2], "warning delivery");
  assert.match(told(checks), /\(http_401\); the last that was, 5 h ago/);
});

test("without a note of the last push, that is a warning; without a collector it is not", () => {
  assert.equal(lines(judge(beatAt(NOW), undefined, true))[2], "warning delivery");
  assert.equal(lines(judge(beatAt(NOW), undefined, false))[2], "ok delivery");
});
