import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { anyFile, usualLine } from "../support/usage/kernel-lines.ts";
import { parseFile, runKernel } from "../support/usage/kernel-runs.ts";

/** The ends of labels, few enough that they repeat. */
function anyEnd(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom("0", "1"), maxLength: 12 });
}

/** Shared by all tests: one file must not affect the next. */
const kernel = new Kernel();

test("the kernel reads arbitrary lines as JSON.parse does", async () => {
  const property = fc.asyncProperty(anyFile(), fc.integer({ min: 1, max: 400 }), async (file, maxBytes) => {
    const { lines, skipped } = await runKernel(kernel, file, maxBytes);
    assert.deepEqual({ lines, skipped }, parseFile(file));
  });
  await fc.assert(property, { numRuns: Number(process.env["AGENT_USAGE_KERNEL_RUNS"] ?? 20_000) });
});

test("the kernel decodes every line in the agent's own format", async () => {
  const property = fc.asyncProperty(fc.array(usualLine(), { minLength: 1 }), async (lines) => {
    const file = Buffer.from(`${lines.join("\n")}\n`);
    const result = await runKernel(kernel, file);
    assert.equal(result.deferred, 0);
    assert.equal(result.lines.length, lines.length);
  });
  await fc.assert(property);
});

test("the kernel finds every line, however many are in one read", async () => {
  const line =
    '{"type":"assistant","timestamp":"2026-11-20T10:00:00Z","message":{"usage":{"output_tokens":1}}}\n';
  const { lines } = await runKernel(kernel, Buffer.from(line.repeat(10_000)));
  assert.equal(lines.length, 10_000);
});

test("the kernel tells apart models and versions of every length, however they repeat", async () => {
  const text = fc
    .tuple(
      fc.constantFrom("", "a", "claude-", "claude-opus-4-6-of-a-very-long-name-that-fills-a-slot-"),
      anyEnd(),
    )
    .map(([start, end]) => start + end);
  const lines = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 300 }).map((labels) =>
    labels.map(([model, version]) =>
      JSON.stringify({
        type: "assistant",
        timestamp: "2026-11-20T10:00:00Z",
        version,
        message: { model, usage: { output_tokens: 1 } },
      }),
    ),
  );
  const property = fc.asyncProperty(lines, async (file) => {
    const bytes = Buffer.from(`${file.join("\n")}\n`);
    const { lines: found } = await runKernel(kernel, bytes);
    assert.deepEqual(found, parseFile(bytes).lines);
  });
  await fc.assert(property);
});

for (const levels of [393_215, 393_216, 1_000_000]) {
  test(`the kernel reads a line nested ${levels} levels deep as JSON.parse does`, async () => {
    const nested = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const line = `{"nested":${nested},"type":"assistant","timestamp":"2026-11-20T10:00:00Z","message":{"usage":{}}}`;
    const file = Buffer.from(`${line}\n${line.replace("]]", "]}")}\n`);
    const { lines, skipped } = await runKernel(kernel, file);
    assert.deepEqual({ lines, skipped }, parseFile(file));
    assert.deepEqual([lines.length, skipped], [1, 1]);
  });
}
