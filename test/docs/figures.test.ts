import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("every benchmark figure in the comparison is one that the bench printed", () => {
  const section = readFileSync("docs/comparison.md", "utf8");
  const printed = readFileSync("bench/RESULTS.md", "utf8");
  const figures = [...section.matchAll(/\d[\d.]* (?:ms|MB)|\b\d\.\d\d\b/g)].map(([figure]) => figure);
  assert.ok(figures.length >= 10);
  assert.deepEqual(
    figures.filter((figure) => !printed.includes(figure)),
    [],
  );
});
