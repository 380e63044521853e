// Doctor and the last beat.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeBeats } from "../../src/commands/doctor/beats.ts";
import type { State } from "../../src/state/law/state.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { COLLECTOR, STATE_FACTS } from "../support/doctor/facts.ts";
import { at, beatAt, HOUR, NOW, stateWith } from "../support/fixtures.ts";

const MINUTE = 60_000;

function judge(lastBeat: State["lastBeat"]) {
  const state = { status: "ok", state: stateWith({ lastBeat }) } as const;
  return judgeBeats({ ...STATE_FACTS, state, delivery: undefined }, COLLECTOR, NOW);
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

test("a last beat in the future means that the clock is wrong", () => {
  assert.match(printed(judge(beatAt(NOW + HOUR))), /1 h in the future: the clock is wrong/);
});

test("the last beat was seconds or a minute ago", () => {
  assert.match(printed(judge(beatAt(NOW - 59_999))), /the last refresh was just now/);
  assert.match(printed(judge(beatAt(NOW - MINUTE))), /the last refresh was 1 min ago/);
});

test("before the first beat there are no checks of beats", () => {
  assert.deepEqual(judge(null), []);
  const facts = { ...STATE_FACTS, state: { status: "missing" }, delivery: undefined } as const;
  assert.deepEqual(judgeBeats(facts, COLLECTOR, NOW), []);
});

for (const [limitsStatus, limitsDetail, status, fix] of [
  ["ok", null, "ok", undefined],
  ["disabled", null, "ok", undefined],
  ["http_error", "http_401", "warning", "log in with the coding agent again"],
  ["token_expired", null, "warning", "use the coding agent, which renews it"],
  ["unavailable", "no_version", "warning", "use the coding agent once"],
  ["unavailable", "timeout", "warning", "nothing to do: the next refresh asks again"],
] as const) {
  test(`the limits of the last beat were ${limitsDetail ?? limitsStatus}: ${status}`, () => {
    const check = judge({ at: at(NOW), limitsStatus, limitsDetail, readErrors: 0 })[1];
    assert.deepEqual([check?.status, check?.fix], [status, fix]);
  });
}

test("read errors in the last beat are a warning: no day became final", () => {
  const checks = judge({ at: at(NOW), limitsStatus: "ok", limitsDetail: null, readErrors: 2 });
  assert.ok(lines(checks).includes("warning read-errors"));
  assert.match(printed(checks), /2 read errors, so no day became final/);
});
