import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_TEXT, repeatable, truncate } from "../../src/base/strings.ts";

test("a text of up to 128 characters is not changed", () => {
  assert.equal(MAX_TEXT, 128);
  for (const text of ["", "a", "a".repeat(127), "a".repeat(128), "😀".repeat(64)]) {
    assert.equal(truncate(text), text);
  }
});

test("a longer text keeps its first 128 characters, counted in UTF-16 units", () => {
  assert.equal(truncate(`${"a".repeat(128)}b`), "a".repeat(128));
  assert.equal(truncate("😀".repeat(65)), "😀".repeat(64));
});

test("a surrogate pair is not split", () => {
  assert.equal(truncate(`${"a".repeat(127)}😀b`), "a".repeat(127));
});

test("a lone surrogate is cut like any other character", () => {
  const high = `${"a".repeat(127)}\uD83D`;
  assert.equal(truncate(`${high}b`), high);
  const low = `${"a".repeat(127)}\uDE00`;
  assert.equal(truncate(`${low}b`), low);
});

test("the limit can be changed", () => {
  assert.equal(truncate("abcdef", 3), "abc");
  assert.equal(truncate("ab😀", 3), "ab");
  assert.equal(truncate("😀", 1), "");
});

test("the result is the longest prefix of the text that does not split a pair", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "😀", "\uD83D", "\uDE00"), maxLength: 12 });
  const property = fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, max) => {
    const cut = truncate(text, max);
    assert.ok(text.startsWith(cut));
    const splits = /[\uD800-\uDBFF]$/.test(text.slice(0, max)) && /^[\uDC00-\uDFFF]/.test(text.slice(max));
    assert.equal(cut.length, Math.min(text.length, splits ? max - 1 : max));
  });
  fc.assert(property, { numRuns: 10_000 });
});

test("a short, plain word is repeated unchanged", () => {
  for (const word of ["", "beat", "--nonsense", "AGENT_USAGE_TRANSCRIPTS", "two words"]) {
    assert.equal(repeatable(word), word);
  }
});

test("only the first characters of a possible token are repeated", () => {
  assert.equal(repeatable("--token-sk-0123456789abcdef"), "--toke…");
  assert.equal(repeatable(`see ${"a1".repeat(10)}`), "see a1a1a1…");
});

test("a repeated word has at most 32 characters and no control characters", () => {
  assert.equal(repeatable("word ".repeat(20)).length, 32);
  assert.equal(repeatable("\u001b[31m\u009b\u202e\u2028"), "\uFFFD[31m\uFFFD\uFFFD\uFFFD");
});
