import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("every benchmark figure on the pages is from the bench's results", () => {
  const text = ["README.md", "docs/comparison.md"].map((path) => readFileSync(path, "utf8")).join("\n");
  const printed = readFileSync("bench/RESULTS.md", "utf8");
  const figures = [...text.matchAll(/\d[\d.]* (?:ms|MB)|(?<!\$)\b\d\.\d\d\b/g)].map(([figure]) => figure);
  assert.ok(figures.length >= 10);
  assert.deepEqual(
    figures.filter((figure) => !printed.includes(figure)),
    [],
  );
});
