import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { anyFile, usualLine } from "../support/usage/kernel-lines.ts";
import { judgeSays, kernelSays } from "../support/usage/kernel-runs.ts";

/** One for all: what it keeps of one file must not show in the next. */
const kernel = new Kernel();

test("the kernel tells of files of any lines what JSON.parse tells of them", async () => {
  const property = fc.asyncProperty(anyFile(), fc.integer({ min: 1, max: 400 }), async (file, mostAtOnce) => {
    const { lines, skipped } = await kernelSays(kernel, file, mostAtOnce);
    assert.deepEqual({ lines, skipped }, judgeSays(file));
  });
  await fc.assert(property, { numRuns: Number(process.env["AGENT_USAGE_KERNEL_RUNS"] ?? 20_000) });
});

test("the kernel reads every line that is written the usual way by itself", async () => {
  const property = fc.asyncProperty(fc.array(usualLine(), { minLength: 1 }), async (lines) => {
    const file = Buffer.from(`${lines.join("\n")}\n`);
    const said = await kernelSays(kernel, file);
    assert.equal(said.odd, 0);
    assert.equal(said.lines.length, lines.length);
  });
  await fc.assert(property);
});

test("the kernel tells of every line, however many stand in one read", async () => {
  const line =
    '{"type":"assistant","timestamp":"2026-11-20T10:00:00Z","message":{"usage":{"output_tokens":1}}}\n';
  const { lines } = await kernelSays(kernel, Buffer.from(line.repeat(10_000)));
  assert.equal(lines.length, 10_000);
});

for (const levels of [393_215, 393_216, 1_000_000]) {
  test(`the kernel takes a line that is nested ${levels} levels deep as JSON.parse does`, async () => {
    const nested = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const line = `{"nested":${nested},"type":"assistant","timestamp":"2026-11-20T10:00:00Z","message":{"usage":{}}}`;
    const file = Buffer.from(`${line}\n${line.replace("]]", "]}")}\n`);
    const { lines, skipped } = await kernelSays(kernel, file);
    assert.deepEqual({ lines, skipped }, judgeSays(file));
    assert.deepEqual([lines.length, skipped], [1, 1]);
  });
}
