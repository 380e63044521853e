// The kernel's table of nesting levels must not overlap the bytes of a file.
import assert from "node:assert/strict";
import test from "node:test";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { line } from "../support/transcript.ts";
import { parseFile, runKernel } from "../support/usage/kernel-runs.ts";

const LEVELS = 393_216;

function nested(depth: number): string {
  const brackets = "[".repeat(depth) + "]".repeat(depth);
  return line({ more: { nested: "HERE" } }).replace('"HERE"', brackets);
}

async function assertRight(...lines: readonly string[]): Promise<void> {
  const file = Buffer.from(`${lines.join("\n")}\n`);
  const result = await runKernel(new Kernel(), file);
  assert.deepEqual({ lines: result.lines, skipped: result.skipped }, parseFile(file));
}

test("a very deeply nested line counts after another one", async () => {
  await assertRight(nested(LEVELS + 7000), nested(1_400_000));
});

test("a line after two very deeply nested ones is read correctly at any position", async () => {
  for (let blanks = 600_000; blanks < 700_000; blanks += 7_000) {
    const after = line({ id: "i".repeat(8_000), output: 777_777 });
    await assertRight(nested(LEVELS + 7000), nested(LEVELS + 8) + " ".repeat(blanks), after);
  }
});
