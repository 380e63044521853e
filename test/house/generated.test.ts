import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generated } from "../../scripts/generate.ts";

for (const [path, text] of Object.entries(generated())) {
  test(`${path} matches the code (npm run generate)`, () => {
    assert.equal(readFileSync(path, "utf8"), text);
  });
}
