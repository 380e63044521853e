// Sums stop at 2^53-1 (rule SCAN-6) but stay exact, so that rows can be subtracted again.
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { ExactCounts } from "../../src/usage/exact-counts.ts";
import { createScanner, scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { outputOf } from "../support/usage/scans.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const tokens = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, MAX - 1, MAX));

test("sums are exact whatever rows are added and subtracted, and never above 2^53-1", () => {
  const rows = fc.array(fc.record({ tokens, isSubtracted: fc.boolean() }), { minLength: 1 });
  fc.assert(
    fc.property(rows, (all) => {
      const usageOf = (outputTokens: number) => ({
        inputTokens: 1,
        outputTokens,
        cacheCreationTokens: 2,
        cacheReadTokens: 3,
        cacheCreation1hTokens: 1,
      });
      const counts = new ExactCounts();
      for (const { tokens: output } of all) counts.add(usageOf(output));
      for (const { tokens: output, isSubtracted } of all) if (isSubtracted) counts.subtract(usageOf(output));
      const kept = all.filter(({ isSubtracted }) => !isSubtracted);
      const sum = kept.reduce((total, { tokens: output }) => total + BigInt(output), 0n);
      assert.deepEqual(counts.capped, {
        requests: kept.length,
        inputTokens: kept.length,
        outputTokens: sum > BigInt(MAX) ? MAX : Number(sum),
        cacheCreationTokens: 2 * kept.length,
        cacheReadTokens: 3 * kept.length,
        ...(kept.length > 0 && { cacheCreation1hTokens: kept.length }),
      });
      assert.equal(counts.isEmpty, kept.length === 0);
    }),
  );
});

test("a scanner whose sum stopped at 2^53-1 is correct again after the transcript shrinks", async (t) => {
  const root = await temporaryFolder(t);
  const scanner = createScanner({ roots: [root], clock: () => Date.now() + 3_600_000 });
  const large = line({ id: "large", output: MAX });
  writeFiles(root, { "a.jsonl": [large], "b.jsonl": [line({ id: "small", output: 5 })] });
  assert.equal(outputOf(await scanner.scan({ now: NOW })), MAX);
  writeFiles(root, { "a.jsonl": [line({ id: "large", output: 7 })] });
  const shrunk = await scanner.scan({ now: NOW });
  assert.equal(outputOf(shrunk), 12);
  assert.deepEqual(shrunk, await scanUsage({ roots: [root], now: NOW }));
});
