// A day that is read without its schema is the one that the schema would have read.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aBody } from "../../../test/support/store/wire.ts";
import { daySchema, fastDay } from "../../src/ingest/day.ts";

const numRuns = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 200_000 : 5_000;
const NOTHING = Symbol("left out");

const text = fc.oneof(
  fc.constantFrom("large", "", "x".repeat(256), "x".repeat(257), "\ud800", "__proto__", "é"),
  fc.string({ unit: "binary" }),
);
const count = fc.oneof(
  { weight: 20, arbitrary: fc.nat() },
  fc.constantFrom(0, -0, 2 ** 53 - 1, 2 ** 53, -1, 0.5, 1e308, Number.NaN, null, "1", true, [], {}, NOTHING),
);
const model = fc.record({
  model: fc.oneof({ weight: 9, arbitrary: text }, fc.constantFrom(null, 1, NOTHING)),
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
  cacheCreation1hTokens: fc.oneof({ weight: 3, arbitrary: fc.constant(NOTHING) }, count),
  later: fc.constantFrom("more", NOTHING),
});
const date = fc.oneof(
  { weight: 9, arbitrary: fc.date({ noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)) },
  fc.constantFrom(
    "2024-02-29",
    "2026-02-29",
    "2026-04-31",
    "2026-11-22\n",
    "0000-01-01",
    20261122,
    null,
    NOTHING,
  ),
);
const aDay = fc.record({
  day: date,
  state: fc.constantFrom("open", "frozen", "open", "frozen", "thawed", null, NOTHING),
  models: fc.oneof(
    { weight: 9, arbitrary: fc.array(model, { maxLength: 3 }) },
    fc.constantFrom({}, null, NOTHING),
  ),
  later: fc.constantFrom(1, NOTHING),
});

/** As it would be parsed from JSON: without what is left out, and with every key its own. */
function parsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parsed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== NOTHING);
  return Object.fromEntries(entries.map(([key, each]) => [key, parsed(each)]));
}

function assertSame(value: unknown): boolean {
  const [fast, slow] = [fastDay.safeParse(value), daySchema.safeParse(value)];
  assert.equal(fast.success, slow.success);
  assert.deepEqual(fast.data, slow.data);
  assert.deepEqual(
    fast.error?.issues.map(({ path }) => path),
    slow.error?.issues.map(({ path }) => path),
  );
  return fast.success;
}

test("any day is read as its schema reads it, and refused with the same paths", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: aDay }, fc.jsonValue()), (value) => {
      if (assertSame(parsed(value))) accepted += 1;
    }),
    { numRuns },
  );
  assert.ok(accepted > numRuns / 50, `only ${accepted} of ${numRuns} were correct`);
});

test("a day without models, and one with the part that is cached for an hour, are read as the schema reads them", () => {
  const [day] = aBody().usage.days;
  assert.ok(assertSame({ ...day, models: [] }));
  assert.ok(assertSame({ ...day, models: [{ ...day.models[0], cacheCreation1hTokens: 0 }] }));
  assert.ok(assertSame({ ...day, models: [day.models[0], day.models[0]] }));
});
