// At most so many models of a day by name, the rest as `other` (rule DAYS-11).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { foldModels, type Models } from "../../src/contract/index.ts";
import { used } from "../support/fixtures.ts";
import { totals } from "../support/state-arbitraries.ts";

/** Models named m1 to m<count>, the later ones with more tokens. */
function many(count: number): Models {
  const models = Array.from({ length: count }, (_, index) => used(1, 10 * (index + 1), `m${index + 1}`));
  return Object.assign({}, ...models) as Models;
}

test("256 models and `other` are kept as they are", () => {
  const models = { ...many(256), ...used(1, 1, "other") };
  assert.equal(foldModels(models), models);
});

test("of 300 models the 256 with the most tokens keep their names, and the rest are `other`", () => {
  const folded = foldModels(many(300));
  assert.deepEqual(
    Object.keys(folded).sort(),
    [...Array.from({ length: 256 }, (_, index) => `m${45 + index}`), "other"].sort(),
  );
  assert.deepEqual(folded["other"], used(44, (10 * 44 * 45) / 2)["model-a"]);
});

test("a model that is itself called `other` is part of the rest, however large it is", () => {
  const folded = foldModels({ ...many(3), ...used(5, 1000, "other") }, 2);
  assert.deepEqual(Object.keys(folded), ["m3", "m2", "other"]);
  assert.deepEqual(folded["other"], used(6, 1010)["model-a"]);
});

test("of models with equal tokens, the first by name are kept", () => {
  const folded = foldModels({ ...used(1, 5, "c"), ...used(1, 5, "a"), ...used(1, 5, "b") }, 2);
  assert.deepEqual(Object.keys(folded), ["a", "b", "other"]);
});

const models: fc.Arbitrary<Models> = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e", "other"), fc.nat(5), fc.nat(9)))
  .map(
    (entries) => Object.assign({}, ...entries.map(([name, n, tokens]) => used(n, tokens, name))) as Models,
  );

test("folding keeps the totals, and folding again changes nothing", () => {
  fc.assert(
    fc.property(models, fc.integer({ min: 1, max: 5 }), (given, most) => {
      const folded = foldModels(given, most);
      assert.deepEqual(totals(folded), totals(given));
      assert.ok(Object.keys(folded).filter((name) => name !== "other").length <= most);
      assert.deepEqual(foldModels(folded, most), folded);
    }),
  );
});
