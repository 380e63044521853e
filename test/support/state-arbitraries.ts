import fc from "fast-check";
import { addDays } from "../../src/base/calendar.ts";
import type { DayRecord, Days, Models } from "../../src/contract/index.ts";
import type { Covered } from "../../src/state/law/days.ts";
import { at, NOW, TODAY } from "./fixtures.ts";

const count = fc.nat(5);
const counts = fc.record({
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
});

/** The usage of up to two models in a day. */
export const models: fc.Arbitrary<Models> = fc.dictionary(fc.constantFrom("model-a", "model-b"), counts, {
  maxKeys: 2,
});

/** A day between `before` days before today and `after` days after it. */
export const day = (before: number, after: number) =>
  fc.integer({ min: -before, max: after }).map((offset) => addDays(TODAY, offset));

const openRecord: fc.Arbitrary<DayRecord> = fc.record({ state: fc.constant("open"), models });
const frozenRecord: fc.Arbitrary<DayRecord> = fc.record({
  state: fc.constant("frozen"),
  frozenAt: fc.nat(60 * 86_400_000).map((ago) => at(NOW - ago)),
  models,
});

/** Stored days, some too old, some in the future. */
export const storedDays: fc.Arbitrary<Days> = fc.dictionary(day(45, 5), fc.oneof(openRecord, frozenRecord), {
  maxKeys: 12,
});

/** Frozen days as a normal state has them. */
export const frozenDays: fc.Arbitrary<Days> = fc.dictionary(day(35, -2), frozenRecord, {
  minKeys: 1,
  maxKeys: 4,
});

/** The result of a scan, with or without read errors. */
export const covered: fc.Arbitrary<Covered> = fc.record({
  since: day(35, 0),
  days: fc.dictionary(
    day(35, 0),
    models.map((found) => ({ models: found })),
    { maxKeys: 12 },
  ),
  readErrors: fc.constantFrom(0, 0, 1),
});

/** Whether the second has less than the first: fewer requests, or the same number and fewer tokens. */
export function shrank(first: Models | undefined, second: Models | undefined): boolean {
  const [before, after] = [totals(first), totals(second)];
  return (
    after.requests < before.requests || (after.requests === before.requests && after.tokens < before.tokens)
  );
}

export function totals(counted: Models = {}): { requests: number; tokens: number } {
  const sum = { requests: 0, tokens: 0 };
  for (const { requests, ...tokens } of Object.values(counted)) {
    sum.requests += requests;
    sum.tokens += Object.values(tokens).reduce((a, b) => a + b, 0);
  }
  return sum;
}
