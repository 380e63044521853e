// What numbers, spans, times and names look like for people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bar, short } from "../../src/text/numbers.ts";
import { ASCII, BLOCKS, screenOf } from "../../src/text/screen.ts";
import { duration, fromNow, localTime, shortTime } from "../../src/text/times.ts";
import { jsonLine, visible } from "../../src/text/visible.ts";
import { padEnd, padStart, pieces, wrap } from "../../src/text/width.ts";
import { DAY, HOUR, NOW } from "../support/state.ts";

test("counts in short form keep two or three figures, and never say 1000", () => {
  const said = [0, 999, 1000, 1234, 99_949, 99_950, 999_499, 999_500, 1_234_567, 2 ** 53 - 1].map(short);
  assert.deepEqual(said, [
    "0",
    "999",
    "1.0 k",
    "1.2 k",
    "99.9 k",
    "100 k",
    "999 k",
    "1.0 M",
    "1.2 M",
    "9.0 P",
  ]);
});

test("a bar is as long as its share, and what is not nothing is seen", () => {
  assert.deepEqual(
    [0, 0.0001, 0.5, 1, 7].map((share) => bar(share, 4, BLOCKS)),
    ["", "▏", "██", "████", "████"],
  );
  assert.deepEqual(
    [0, 0.0001, 0.5, 0.7, 1].map((share) => bar(share, 4, ASCII)),
    ["", "#", "##", "###", "####"],
  );
});

test("a span is told in its two largest units", () => {
  const spans = [0, 59_999, 60_000, HOUR, 2 * HOUR + 600_000, DAY, 3 * DAY + 4 * HOUR + 60_000];
  assert.deepEqual(spans.map(duration), [
    "under a minute",
    "under a minute",
    "1 min",
    "1 h",
    "2 h 10 min",
    "1 d",
    "3 d 4 h",
  ]);
  assert.equal(fromNow(NOW + HOUR, NOW), "in 1 h");
  assert.equal(fromNow(NOW - HOUR, NOW), "1 h ago");
});

test("a time of today is the hour alone; else its day stands with it, and its year where that is another", () => {
  const said = (at: number) => localTime(at, NOW, "America/Toronto");
  assert.equal(said(NOW + 2 * HOUR), "14:00");
  assert.equal(said(NOW + 13 * HOUR), "Sat 21 Nov 01:00");
  assert.equal(said(NOW + 60 * DAY), "19 Jan 2027 12:00");
});

test("where the time to it stands beside, an instant of the week to come is told by its weekday", () => {
  const said = (at: number) => shortTime(at, NOW, "America/Toronto");
  assert.equal(said(NOW + 2 * HOUR), "14:00");
  assert.equal(said(NOW + 7 * DAY - 60_000), "Fri 11:59");
  assert.equal(said(NOW + 7 * DAY), "Fri 27 Nov 12:00");
  assert.equal(said(NOW - 2 * DAY), "Wed 18 Nov 12:00");
});

test("wide characters and emoji are counted as a terminal shows them", () => {
  assert.equal(padEnd("模型", 6), "模型  ");
  assert.equal(padStart("🚀", 4), "  🚀");
  assert.deepEqual(pieces("模型 模型", 5), ["模型 ", "模型"]);
  assert.deepEqual(wrap("one 模型 three", 8, "  "), ["  one", "  模型", "  three"]);
});

test("no line ends between a number and its unit, and nothing of a long word is lost", () => {
  assert.deepEqual(wrap("resets in 3 d 57 min", 14), ["resets in 3 d", "57 min"]);
  assert.deepEqual(wrap("a abcdefghij b", 4), ["a", "abcd", "efgh", "ij b"]);
  assert.equal(wrap(`a${"\uFF9E".repeat(20)}`, 4).join(""), `a${"\uFF9E".repeat(20)}`);
});

test("a word of ten thousand letters is broken into full lines, and none is lost", () => {
  const lines = wrap("x".repeat(10_000), 40);
  assert.deepEqual([...new Set(lines)], ["x".repeat(40)]);
  assert.equal(lines.length, 250);
});

const HOSTILE = "a\u001B[31m\u202Eb\u200Bc\u0085\uD800\u2028\u{E0041}\uFFF9\u3164";

test("controls, directions, zero-width characters and half pairs are shown as U+FFFD", () => {
  assert.equal(visible(HOSTILE), "a�[31m�b�c������");
  assert.equal(visible("Opus 4.5 模型 🚀 é"), "Opus 4.5 模型 🚀 é");
});

test("JSON holds them as escapes, and reads as the same value", () => {
  const text = jsonLine({ model: HOSTILE });
  assert.match(text, /^[ -~]*\n$/);
  assert.deepEqual(JSON.parse(text), { model: HOSTILE });
});

test("colour is for a terminal, NO_COLOR takes it away, FORCE_COLOR gives it everywhere", () => {
  const colour = (isTTY: boolean, env: Record<string, string>) => screenOf({ isTTY }, env).hasColour;
  const TERM = "xterm-256color";
  assert.equal(colour(true, { TERM }), true);
  assert.equal(colour(true, { TERM, NO_COLOR: "" }), true);
  assert.equal(colour(true, { TERM, NO_COLOR: "1" }), false);
  assert.equal(colour(true, { TERM: "dumb" }), false);
  assert.equal(colour(false, { TERM }), false);
  assert.equal(colour(false, { TERM, NO_COLOR: "1", FORCE_COLOR: "1" }), true);
  assert.equal(colour(true, { TERM, FORCE_COLOR: "0" }), false);
});

test("bars are for a terminal that can show them, whatever the colour", () => {
  const bars = (isTTY: boolean, TERM: string) => screenOf({ isTTY }, { TERM, FORCE_COLOR: "1" }).hasBars;
  assert.deepEqual([bars(true, "xterm"), bars(true, "dumb"), bars(false, "xterm")], [true, false, false]);
});

const UTF8_LOCALES: readonly Record<string, string>[] = [
  {},
  { LANG: "" },
  { LANG: "C.UTF-8" },
  { LANG: "en_CA.utf8" },
  { LANG: "C", LC_CTYPE: "UTF-8" },
  { LANG: "C", LC_CTYPE: "C", LC_ALL: "C.UTF-8" },
];
const OTHER_LOCALES: readonly Record<string, string>[] = [
  { LANG: "C" },
  { LC_ALL: "POSIX", LC_CTYPE: "C.UTF-8", LANG: "C.UTF-8" },
  { LC_CTYPE: "de_DE@euro", LANG: "C.UTF-8" },
];
for (const env of [...UTF8_LOCALES, ...OTHER_LOCALES]) {
  const isUtf8 = UTF8_LOCALES.includes(env);
  test(`bars are ${isUtf8 ? "blocks" : "ASCII"} where the locale is ${JSON.stringify(env)}: none at all counts as UTF-8`, () => {
    assert.equal(screenOf({ isTTY: true }, env).glyphs, isUtf8 ? BLOCKS : ASCII);
  });
}
