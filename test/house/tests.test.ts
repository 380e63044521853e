// How the tests themselves are kept.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

test("every file outside test/support is a test", () => {
  const paths = readdirSync("test", { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  assert.ok(paths.length > 200, "no tests found");
  const helpers = paths.filter((path) => !path.startsWith("test/support/") && !path.endsWith(".test.ts"));
  assert.deepEqual(helpers, []);
});
