// The range of a forecast: what would be used at the reset at the slower and at the faster pace.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlookOf, spanOf } from "../../src/forecast/index.ts";
import { HOUR, MINUTE, RESET, readingsOf, SESSION } from "../support/forecast.ts";

test("a pause is the slower pace and the whole window the faster one", () => {
  const readings = readingsOf(SESSION, [
    [5 * HOUR - MINUTE, 0],
    [4 * HOUR, 40],
  ]);
  const now = RESET - 2 * HOUR;
  const { forecast } = outlookOf(readings, now);
  const span = spanOf(readings, now);
  assert.ok(span !== undefined && forecast.status === "on_pace");
  assert.equal(Math.round(span.least), forecast.percentAtReset);
  assert.equal(span.least, 40);
  assert.ok(span.most > 60 && span.most < 75, String(span.most));
});

test("a limit that runs out would reach more than 100 at both", () => {
  const readings = readingsOf(SESSION, [
    [4 * HOUR, 30],
    [3.75 * HOUR, 50],
  ]);
  const now = RESET - 3.7 * HOUR;
  assert.equal(outlookOf(readings, now).forecast.status, "runs_out");
  const span = spanOf(readings, now);
  assert.ok(span !== undefined && span.least > 100 && span.most >= span.least);
});

test("without a forecast there is no range", () => {
  assert.equal(spanOf([], RESET), undefined);
  assert.equal(spanOf(readingsOf(SESSION, [[HOUR, 100]]), RESET - HOUR), undefined);
});
