import assert from "node:assert/strict";
import { test } from "node:test";
import stringWidth from "string-width";
import { pieces, widthOf } from "../../src/text/width.ts";

test("a text is as wide as its characters are together, whatever they are", () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (widthOf(text) !== stringWidth(text)) wrong.push(code.toString(16));
  }
  assert.deepEqual(wrong, []);
  for (const text of [
    "",
    "今日",
    "e\u0301",
    "1\u20e3",
    "©\ufe0f",
    "🇨🇦",
    "👩‍💻 7",
    "\u001b[1mbold\u001b[22m",
  ]) {
    assert.equal(widthOf(text), stringWidth(text), JSON.stringify(text));
  }
});

test("a word is broken between characters, and only where it is wider than a line", () => {
  assert.deepEqual(pieces("abcdef", 6), ["abcdef"]);
  assert.deepEqual(pieces("abcdef", 4), ["abcd", "ef"]);
  assert.deepEqual(pieces("今日は", 4), ["今日", "は"]);
  assert.deepEqual(pieces("", 4), [""]);
});
