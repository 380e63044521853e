// The chart of tokens by day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import { chartOf } from "../../src/report/chart.ts";
import { usedDays } from "../../src/report/use.ts";
import { NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";

const chartWith = (days: Days): string => chartOf(usedDays(days, {}, NOW), "day");

test("a day with few tokens has a visible bar beside a day with very many", () => {
  const text = chartWith({ [YESTERDAY]: open(used(9, 900_000_000)), [TODAY]: open(used(1, 10)) });
  const [, height] = / height="([\d.]+)"><title>2026-11-20/.exec(text) ?? [];
  assert.ok(Number(height) >= 2);
});

test("no bar is taller than the chart, even if a day's models exceed the largest total", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const counts = { inputTokens: most, outputTokens: most, cacheCreationTokens: most, cacheReadTokens: most };
  const models = { one: { requests: 1, ...counts }, two: { requests: 1, ...counts } };
  const drawn = chartWith({ [TODAY]: open(models) }).matchAll(/ y="(\S+)" height="(\S+)"><title>/g);
  assert.deepEqual(
    Array.from(drawn, ([, y, height]) => [Number(y), Number(height)]),
    [
      [110, 110],
      [0, 110],
    ],
  );
});

test("the bar of a single day is no wider than one in a week", () => {
  const widest = (days: Days) =>
    Math.max(...Array.from(chartWith(days).matchAll(/ width="([\d.]+)%" y=/g), ([, width]) => Number(width)));
  const week = Object.fromEntries(daysFrom("2026-11-14", TODAY).map((day) => [day, open(used(1))]));
  assert.equal(widest({ [TODAY]: open(used(1)) }), widest(week));
});

test("the axis has whole numbers even for few tokens", () => {
  const text = chartWith({ [TODAY]: open(used(1, 3)) });
  assert.deepEqual(
    Array.from(text.matchAll(/text-anchor="end">(.*?)</g), ([, mark]) => mark),
    ["10", "5", "0"],
  );
});
