// The names of models for people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelName } from "../../src/prices/index.ts";

for (const [id, name] of [
  ["claude-haiku-4-5-20251001", "Haiku 4.5"],
  ["claude-opus-4-20250514", "Opus 4"],
  ["claude-opus-4-6-fast", "Opus 4.6 fast"],
  ["claude-3-5-sonnet-20241022", "Sonnet 3.5"],
  ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "Sonnet 4.5"],
  ["claude-sonnet-4-5@20250929", "Sonnet 4.5"],
  ["claude-opus-4-5", "Opus 4.5"],
  ["claude-instant", "claude-instant"],
  ["my-model-4", "my-model-4"],
  ["a\u001Bb", "a\uFFFDb"],
] as const) {
  test(`${JSON.stringify(id)} is shown as ${name}`, () => {
    assert.equal(modelName(id), name);
  });
}
