// The files that are made from the code are up to date. AGENT_USAGE_LONG_TESTS=1 to compile the scan's kernel too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { generated, KERNEL_FILE, kernelMark, kernelText } from "../../scripts/generate.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";

for (const [path, text] of Object.entries(generated())) {
  test(`${path} matches the code (npm run generate)`, () => {
    assert.equal(readFileSync(path, "utf8"), text);
  });
}

test("the compiled kernel matches the digest of its sources (npm run generate)", () => {
  const [first = ""] = readFileSync(KERNEL_FILE, "utf8").split("\n");
  assert.ok(first.includes(kernelMark()), first);
});

test("the compiled kernel is what the compiler writes (npm run generate)", {
  skip: isLong ? false : "it takes long: AGENT_USAGE_LONG_TESTS=1",
}, () => {
  assert.equal(readFileSync(KERNEL_FILE, "utf8"), kernelText());
});
