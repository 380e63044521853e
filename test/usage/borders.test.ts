// Lines that cross the end of a read, and lines that overflow the kernel's tables.
import assert from "node:assert/strict";
import test from "node:test";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { line } from "../support/transcript.ts";
import { parseFile, runKernel } from "../support/usage/kernel-runs.ts";

const CHUNK = 256 * 1024;
const LEVELS = 393_216;

async function assertRight(file: Buffer, name: string, kernel = new Kernel()): Promise<void> {
  const { lines, skipped } = await runKernel(kernel, file);
  assert.deepEqual({ lines, skipped }, parseFile(file), name);
}

const ACROSS: readonly (readonly [string, string])[] = [
  ["two lines that count", `${line({ id: "a" })}\n${line({ id: "b" })}`],
  ["a line that is not JSON and has both words", 'x "assistant" y usage'],
  ["a line whose words are escaped", line().replace('"assistant"', '"\\u0061ssistan\\u0074"')],
  ["a line with characters of several bytes", line({ id: "é日🚀" })],
];

for (const [name, text] of ACROSS) {
  test(`${name} may cross the end of a read at any position`, async () => {
    const kernel = new Kernel();
    const bytes = Buffer.from(`${text}\n${line({ id: "after" })}`);
    for (let cut = -2; cut <= Buffer.byteLength(text) + 2; cut++) {
      for (const before of ["\n", " "]) {
        const blanks = " ".repeat(CHUNK - cut - 1);
        await assertRight(Buffer.concat([Buffer.from(blanks + before), bytes]), `at ${cut}`, kernel);
      }
    }
  });
}

test("an id that is longer than one read is read completely", async () => {
  for (const letter of ["i", "\\u0069", "é"]) {
    for (const length of [CHUNK, 2 * CHUNK + 7]) {
      const text = line({ id: "ID" }).replace("ID", letter.repeat(length));
      await assertRight(Buffer.from(`${text}\n${line()}`), `${length} of ${letter}`);
    }
  }
});

/** A line that counts and is nested this deep, and its closing brackets. */
function nested(depth: number) {
  const isObject = (level: number): boolean => (level * 7919) % 3 === 0;
  const open = Array.from({ length: depth }, (_, level) => (isObject(level) ? '{"":' : "["));
  const close = Array.from({ length: depth }, (_, level) => (isObject(level) ? "}" : "]"));
  const text = (ends: readonly string[]): string =>
    line({ more: { nested: "HERE" } }).replace(
      '"HERE"',
      () => `${open.join("")}0${ends.toReversed().join("")}`,
    );
  return { close, text };
}

const WRONG: readonly (readonly [depth: number, levels: readonly number[]])[] = [
  ...[8, 9, 64, 65].map((depth) => [depth, Array.from({ length: depth }, (_, level) => level)] as const),
  [LEVELS, [0, 7, LEVELS - 8, LEVELS - 1]],
  [LEVELS + 9, [0, LEVELS - 1, LEVELS, LEVELS + 7, LEVELS + 8]],
];

for (const [depth, levels] of WRONG) {
  test(`in a line nested ${depth} levels deep, a wrong bracket is detected at any level`, async () => {
    const { close, text } = nested(depth);
    for (const level of levels) {
      const wrong = close.with(level, close[level] === "]" ? "}" : "]");
      const { lines, skipped } = await runKernel(
        new Kernel(),
        Buffer.from(`${text(close)}\n${text(wrong)}\n`),
      );
      assert.deepEqual([lines.length, skipped], [1, 1], `level ${level}`);
    }
  });
}
