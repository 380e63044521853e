// Whether it is known how long cache writes last, for costs (rule DAYS-15).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Counts } from "../../src/contract/index.ts";
import { totalCostOf } from "../../src/prices/index.ts";
import { withCacheWrites } from "../../src/state/law/cache-writes.ts";
import { foldBeat } from "../../src/state/law/fold.ts";
import {
  at,
  BEFORE_YESTERDAY,
  DISABLED,
  emptyState,
  frozen,
  HOUR,
  NOW,
  open,
  scanned,
  TODAY,
} from "../support/fixtures.ts";

const OPUS = "claude-opus-4-5-20251101";
const COUNTS = {
  requests: 1,
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 1_000_000,
  cacheReadTokens: 0,
};
const SINCE = at(NOW);

/** The lowest and the highest cost of a day's cache writes. */
function costOf(record: ReturnType<typeof frozen>, since: string | undefined): [number, number] {
  const { models } = withCacheWrites({ [TODAY]: record }, since)[TODAY] ?? { models: {} };
  const cost = totalCostOf(
    Object.entries(models).map(([model, counts]) => ({ model, counts: counts as Counts, day: TODAY })),
  );
  assert.ok(cost.status === "priced");
  return [cost.low, cost.high];
}

for (const [what, record, since, expected] of [
  ["frozen by an earlier version has a range", frozen({ [OPUS]: COUNTS }, NOW - HOUR), SINCE, [6.25, 10]],
  ["frozen since has one cost", frozen({ [OPUS]: COUNTS }, NOW), SINCE, [6.25, 6.25]],
  ["that is open has one cost", open({ [OPUS]: COUNTS }), undefined, [6.25, 6.25]],
  ["of a state of an earlier version has a range", frozen({ [OPUS]: COUNTS }, NOW), undefined, [6.25, 10]],
  [
    "whose writes were read keeps them",
    frozen({ [OPUS]: { ...COUNTS, cacheCreation1hTokens: 1_000_000 } }, NOW),
    SINCE,
    [10, 10],
  ],
] as const) {
  test(`a day ${what}`, () => {
    assert.deepEqual(costOf(record, since), expected);
  });
}

test("the first beat of this version notes its time, and later beats keep it", () => {
  const beat = (state: ReturnType<typeof emptyState>, now: number) =>
    foldBeat(
      { state, clock: "usual" },
      { covered: { ...scanned(), agentVersion: null }, limits: DISABLED, now },
    ).state;
  const first = beat(emptyState(), NOW);
  assert.equal(first.cacheWritesSince, at(NOW));
  assert.equal(beat(first, NOW + HOUR).cacheWritesSince, at(NOW));
  assert.ok(!(BEFORE_YESTERDAY in first.days));
});
