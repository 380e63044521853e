// The colors of names: the same wherever they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { colorsOf, familyOf } from "../../src/report/index.ts";

const MONTH = ["claude-opus-5-5", "claude-sonnet-5", "claude-haiku-4-5"];
const YEAR = [...MONTH, "claude-opus-4-8", "claude-opus-4-6", "claude-sonnet-4-6"];

test("a model's color does not depend on its rank or on the order of the others", () => {
  const colors = colorsOf(MONTH, familyOf);
  assert.deepEqual(colorsOf(MONTH.toReversed(), familyOf), colors);
  for (const model of MONTH) assert.equal(colorsOf([model], familyOf).get(model), colors.get(model));
});

test("older versions beside it leave the newest of each family its color, and six names have six colors", () => {
  const [month, year] = [colorsOf(MONTH, familyOf), colorsOf(YEAR.toReversed(), familyOf)];
  for (const model of MONTH) assert.equal(year.get(model), month.get(model));
  assert.equal(new Set(year.values()).size, 6);
});

test("a family has the color of its newest version", () => {
  assert.equal(colorsOf(["Opus"]).get("Opus"), colorsOf(MONTH, familyOf).get("claude-opus-5-5"));
});
