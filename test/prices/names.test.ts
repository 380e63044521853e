// Which model a name means: names match as a whole, never by their beginning.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { costOf } from "../../src/prices/index.ts";
import { modelOf } from "../../src/prices/names.ts";
import { ALIASES, PRICES } from "../../src/prices/table.ts";

const idOf = (name: string) => modelOf(name)?.id;

for (const id of Object.keys(PRICES)) {
  test(`${id} is priced under each of its names`, () => {
    for (const name of [
      id,
      `${id}-20260101`,
      `${id}@20260101`,
      `${id}-latest`,
      `${id}[1m]`,
      `${id}-20260101[1m]`,
      `us.anthropic.${id}-20260101-v1:0`,
      `global.anthropic.${id}-v1:0`,
      `apac.anthropic.${id}-v1`,
      `us-gov.anthropic.${id}`,
      `anthropic.${id}-20260101-v2:0`,
      `eu.${id}`,
    ]) {
      assert.equal(idOf(name), id, name);
    }
  });
}

test("the other names of a model have its price", () => {
  assert.equal(idOf("claude-sonnet-4-20250514"), "claude-sonnet-4-0");
  assert.equal(idOf("claude-opus-4-20250514"), "claude-opus-4-0");
  for (const [alias, id] of Object.entries(ALIASES)) assert.equal(idOf(alias), id);
});

test("a model that begins with the name of a known one has no price", () => {
  for (const name of [
    "claude-sonnet-5-5",
    "claude-sonnet-5-5-20260928",
    "claude-opus-4-80",
    "claude-opus-4-5-2025110",
    "claude-opus-4-5-202511011",
    "claude-opus-5-v1:0",
    "claude-opus-5[2m]",
    "claude-opus",
    "claude",
    "xclaude-opus-5",
    "Claude-Opus-5",
    " claude-opus-5",
    "us.us.anthropic.claude-opus-5",
    "mars.anthropic.claude-opus-5",
    "anthropic/claude-opus-5",
    "",
  ]) {
    assert.equal(modelOf(name), undefined, name);
  }
});

test("names that every object has are not models", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty-fast", "__proto__-20260101"]) {
    assert.equal(modelOf(name), undefined, name);
  }
});

test("fast mode costs a multiple of its model's price, and has no price without a known multiple", () => {
  assert.deepEqual(modelOf("claude-opus-5-fast"), { id: "claude-opus-5", times: 2 });
  assert.deepEqual(modelOf("claude-opus-4-6-20260205-fast"), { id: "claude-opus-4-6", times: 6 });
  assert.deepEqual(modelOf("claude-opus-4-7[1m]-fast"), { id: "claude-opus-4-7", times: 6 });
  for (const name of [
    "claude-haiku-4-5-fast",
    "claude-sonnet-5-5-fast",
    "-fast",
    "claude-opus-5-fast-fast",
  ]) {
    assert.equal(modelOf(name), undefined, name);
  }
});

test("a name is never priced by a part of it", () => {
  const letters = fc.stringMatching(/^[a-z0-9.@:[\] -]{0,12}$/);
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(PRICES)), letters, letters, (id, before, after) => {
      const found = idOf(`${before}${id}${after}`);
      if (found === undefined) return;
      const isKnownForm =
        /^(?:(?:[a-z-]+\.)?(?:anthropic\.)?)?$/.test(before) &&
        /^(?:-latest|[-@]\d{8})?(?:-v\d+(?::\d+)?)?(?:\[1m\])?(?:-fast)?$/.test(after);
      const isOtherName = Object.hasOwn(PRICES, `${id}${after}`) || Object.hasOwn(ALIASES, `${id}${after}`);
      assert.ok(isKnownForm || isOtherName, `${before}${id}${after} is taken for ${found}`);
    }),
    { numRuns: 20_000 },
  );
});

test("any text at all gives a price or none", () => {
  const counts = { requests: 1, inputTokens: 1, outputTokens: 1, cacheCreationTokens: 1, cacheReadTokens: 1 };
  fc.assert(
    fc.property(fc.string(), (model) => {
      assert.match(costOf({ model, day: "2026-11-21", counts }).status, /^(?:priced|no_price)$/);
    }),
  );
});
