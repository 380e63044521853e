import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { VERSION } from "../../src/base/version.ts";

test("the program's version is that of its package", async () => {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(text) as { version: unknown };
  assert.equal(VERSION, version);
});
