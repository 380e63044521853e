// What a collector keeps of a day, and which snapshots are late: the rules that both sides share.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Counts,
  isLate,
  type KeptDay,
  larger,
  mergeDay,
  NO_COUNTS,
  tokensOf,
} from "../../src/contract/index.ts";

const few = fc.integer({ min: 0, max: 3 });
const counts: fc.Arbitrary<Counts> = fc.record({
  requests: few,
  inputTokens: few,
  outputTokens: few,
  cacheCreationTokens: few,
  cacheReadTokens: few,
});
const models = fc.dictionary(fc.constantFrom("a", "b", "other"), counts, {
  maxKeys: 3,
  noNullPrototype: true,
});
const day = (states: readonly KeptDay["state"][]): fc.Arbitrary<KeptDay> =>
  fc.record({ state: fc.constantFrom(...states), models });
const anyDay = day(["open", "frozen"]);

/** How much a record holds, as the rules compare it: requests first, then tokens. */
function sizeOf({ models }: KeptDay): [requests: number, tokens: number] {
  const all = Object.values(models);
  return [
    all.reduce((sum, { requests }) => sum + requests, 0),
    all.reduce((sum, each) => sum + tokensOf(each), 0),
  ];
}

const isSmaller = (a: KeptDay, b: KeptDay) => {
  const [[requests, tokens], [others, otherTokens]] = [sizeOf(a), sizeOf(b)];
  return requests < others || (requests === others && tokens < otherTokens);
};

test("the first record of a day is kept as it arrived", () => {
  fc.assert(fc.property(anyDay, (arrived) => assert.deepEqual(mergeDay(undefined, arrived), arrived)));
});

test("a newer record replaces an open one, even with less in it", () => {
  fc.assert(
    fc.property(day(["open"]), anyDay, (kept, arrived) => {
      assert.deepEqual(mergeDay(kept, arrived), arrived);
    }),
  );
});

test("a frozen day is never lowered and stays frozen, whatever arrives", () => {
  fc.assert(
    fc.property(day(["frozen"]), fc.array(anyDay, { maxLength: 5 }), (first, arrivals) => {
      let kept = first;
      for (const arrived of arrivals) {
        const next = mergeDay(kept, arrived);
        assert.equal(next.state, "frozen");
        assert.equal(isSmaller(next, kept), false);
        assert.equal(isSmaller(next, arrived), false);
        kept = next;
      }
    }),
  );
});

test("an open record with more requests raises a frozen day, which stays frozen", () => {
  const of = (requests: number) => ({ m: { ...NO_COUNTS, requests } });
  const merged = mergeDay({ state: "frozen", models: of(2) }, { state: "open", models: of(3) });
  assert.deepEqual(merged, { state: "frozen", models: of(3) });
});

test("of two records with equal requests the one with more tokens is larger; of two equal ones, the first", () => {
  const first = { m: { ...NO_COUNTS, requests: 2, inputTokens: 5 } };
  assert.equal(larger(first, { m: { ...NO_COUNTS, requests: 2, outputTokens: 6 } })["m"]?.outputTokens, 6);
  assert.equal(larger(first, { m: { ...NO_COUNTS, requests: 2, outputTokens: 5 } }), first);
  assert.equal(larger(first, { m: { ...NO_COUNTS, requests: 1, outputTokens: 9 } }), first);
});

test("records past 2^53-1 tokens still compare by requests", () => {
  const huge = { m: { ...NO_COUNTS, requests: 1, inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 9e15 } };
  const more = { m: { ...NO_COUNTS, requests: 2 } };
  assert.equal(larger(huge, more), more);
});

test("records past 2^53-1 requests compare exactly", () => {
  const record = (requests: number) => ({
    m: { ...NO_COUNTS, requests: Number.MAX_SAFE_INTEGER },
    n: { ...NO_COUNTS, requests },
  });
  const [less, more] = [record(1), record(2)];
  assert.equal(larger(less, more), more);
  assert.equal(larger(more, less), more);
});

test("a snapshot is late if the collector has kept one of the same state with the same or a greater seq", () => {
  assert.equal(isLate(1, undefined), false);
  assert.equal(isLate(5, 4), false);
  assert.equal(isLate(5, 5), true);
  assert.equal(isLate(4, 5), true);
});
