// The range of a forecast: what would be used at the reset at the slower and at the faster pace.
import assert from "node:assert/strict";
import { test } from "node:test";
import { outlookOf } from "../../src/forecast/index.ts";
import { forecastWords, limitViews } from "../../src/report/index.ts";
import { HOUR, iso, MINUTE, RESET, readingsOf, SESSION } from "../support/forecast.ts";

test("a pause is the slower pace and the whole window the faster one", () => {
  const readings = readingsOf(SESSION, [
    [5 * HOUR - MINUTE, 0],
    [4 * HOUR, 40],
  ]);
  const now = RESET - 2 * HOUR;
  const { forecast, span } = outlookOf(readings, now);
  assert.ok(span !== null && forecast.status === "on_pace");
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
  const { forecast, span } = outlookOf(readings, now);
  assert.equal(forecast.status, "runs_out");
  assert.ok(span !== null && span.least > 100 && span.most >= span.least);
});

test("without a forecast there is no range", () => {
  assert.equal(outlookOf([], RESET).span, null);
  assert.equal(outlookOf(readingsOf(SESSION, [[HOUR, 100]]), RESET - HOUR).span, null);
});

test("a forecast says the range that is left, at the faster and at the slower pace, or one figure if they are the same", () => {
  const wordsOf = (reports: Parameters<typeof readingsOf>[1], before: number) => {
    const now = RESET - before;
    const [view] = limitViews(
      { fetchedAt: iso(now), items: readingsOf(SESSION, reports.slice(-1)) },
      readingsOf(SESSION, reports.slice(0, -1)),
      now,
    );
    assert.ok(view !== undefined);
    return forecastWords(view, now);
  };
  const burst = [
    [5 * HOUR - MINUTE, 0],
    [4 * HOUR, 20],
  ] as const;
  assert.equal(wordsOf([...burst, [2 * HOUR, 20]], 2 * HOUR), "on pace, 67-80% left at the reset");
  assert.equal(wordsOf([...burst, [3.9 * HOUR, 25]], 3.6 * HOUR), "on pace, up to 11% left at the reset");
  assert.equal(wordsOf([[4.5 * HOUR, 5]], 4.5 * HOUR), "on pace, about 50% left at the reset");
});
