// How numbers, lengths of time, dates and names are written for people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plural } from "../../src/base/words.ts";
import { bar, short } from "../../src/text/numbers.ts";
import { ASCII, BLOCKS, screenOf } from "../../src/text/screen.ts";
import { duration, fromNow, localTime, shortTime } from "../../src/text/times.ts";
import { jsonLine, visible } from "../../src/text/visible.ts";
import { command, padEnd, padStart, pieces, wrap } from "../../src/text/width.ts";
import { DAY, HOUR, NOW } from "../support/fixtures.ts";

test("a count in short form has two or three digits and is never 1000", () => {
  assert.deepEqual(
    [0, 999, 1000, 1234, 99_949, 99_950, 999_499, 999_500, 1_234_567, 2 ** 53 - 1].map(short),
    ["0", "999", "1.0k", "1.2k", "99.9k", "100k", "999k", "1.0M", "1.2M", "9.0P"],
  );
});

test("a noun is singular for 1 only, also beside a count in another form", () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => plural(count, "day")),
    ["0 days", "1 day", "2 days"],
  );
  assert.equal(plural(1200, "request", "1.2k"), "1.2k requests");
});

test("a bar is as long as its share, and a share above 0 is visible", () => {
  assert.deepEqual(
    [0, 0.0001, 0.5, 1, 7].map((share) => bar(share, 4, BLOCKS)),
    ["", "▏", "██", "████", "████"],
  );
  assert.deepEqual(
    [0, 0.0001, 0.5, 0.7, 1].map((share) => bar(share, 4, ASCII)),
    ["", "#", "##", "###", "####"],
  );
});

test("a length of time has at most two units", () => {
  const lengths = [0, 59_999, 60_000, HOUR, 2 * HOUR + 600_000, DAY, 3 * DAY + 4 * HOUR + 60_000];
  assert.deepEqual(lengths.map(duration), [
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

test("a time has its date unless that is today, and its year unless that is this year", () => {
  const written = (at: number) => localTime(at, NOW, "America/Toronto");
  assert.equal(written(NOW + 2 * HOUR), "14:00");
  assert.equal(written(NOW + 13 * HOUR), "Sat 21 Nov, 01:00");
  assert.equal(written(NOW + 60 * DAY), "19 Jan 2027, 12:00");
});

test("the short form of a time in the coming week has only the weekday", () => {
  const written = (at: number) => shortTime(at, NOW, "America/Toronto");
  assert.equal(written(NOW + 2 * HOUR), "14:00");
  assert.equal(written(NOW + 7 * DAY - 60_000), "Fri 11:59");
  assert.equal(written(NOW + 7 * DAY), "Fri 27 Nov, 12:00");
  assert.equal(written(NOW - 2 * DAY), "Wed 18 Nov, 12:00");
});

test("wide characters and emoji count as a terminal shows them", () => {
  assert.equal(padEnd("模型", 6), "模型  ");
  assert.equal(padStart("🚀", 4), "  🚀");
  assert.deepEqual(pieces("模型 模型", 5), ["模型 ", "模型"]);
  assert.deepEqual(wrap("one 模型 three", 8, "  "), ["  one", "  模型", "  three"]);
});

test("no line breaks between a number and its unit, and a long word loses nothing", () => {
  assert.deepEqual(wrap("resets in 3 d 57 min", 14), ["resets in 3 d", "57 min"]);
  assert.deepEqual(wrap("a abcdefghij b", 4), ["a", "abcd", "efgh", "ij b"]);
  assert.equal(wrap(`a${"\uFF9E".repeat(20)}`, 4).join(""), `a${"\uFF9E".repeat(20)}`);
});

test("a word of ten thousand letters is broken into full lines, and loses nothing", () => {
  const lines = wrap("x".repeat(10_000), 40);
  assert.deepEqual([...new Set(lines)], ["x".repeat(40)]);
  assert.equal(lines.length, 250);
});

test("further lines are indented by the width of the label, whatever its color", () => {
  assert.deepEqual(wrap("one two", 9, "a模: "), ["a模: one", "     two"]);
  const red = "\u001B[31m!\u001B[39m ";
  assert.deepEqual(wrap("one two", 5, red), [`${red}one`, "  two"]);
});

test("in a command, quoted words and words wider than a line stay whole, and so do double spaces", () => {
  const path = "/a/path/that/is/long";
  assert.deepEqual(wrap(`rm '/it'\\''s a  b' ${path}`, 8, "-> ", command), [
    "-> rm",
    "   '/it'\\''s a  b'",
    `   ${path}`,
  ]);
  assert.deepEqual(wrap("a  b", 40, "", command), ["a  b"]);
});

const HOSTILE = "a\u001B[31m\u202Eb\u200Bc\u0085\uD800\u2028\u{E0041}\uFFF9\u3164";

test("control, direction and zero-width characters and lone surrogates are shown as U+FFFD", () => {
  assert.equal(visible(HOSTILE), "a�[31m�b�c������");
  assert.equal(visible("Opus 4.5 模型 🚀 é"), "Opus 4.5 模型 🚀 é");
});

test("JSON has those characters as escapes, and parses to the same value", () => {
  const text = jsonLine({ model: HOSTILE });
  assert.match(text, /^[ -~]*\n$/);
  assert.deepEqual(JSON.parse(text), { model: HOSTILE });
});

test("a terminal has color; NO_COLOR turns it off, FORCE_COLOR turns it on everywhere", () => {
  const color = (isTTY: boolean, env: Record<string, string>) => screenOf({ isTTY }, env).hasColor;
  const TERM = "xterm-256color";
  assert.equal(color(true, { TERM }), true);
  assert.equal(color(true, { TERM, NO_COLOR: "" }), true);
  assert.equal(color(true, { TERM, NO_COLOR: "1" }), false);
  assert.equal(color(true, { TERM: "dumb" }), false);
  assert.equal(color(false, { TERM }), false);
  assert.equal(color(false, { TERM, NO_COLOR: "1", FORCE_COLOR: "1" }), true);
  assert.equal(color(true, { TERM, FORCE_COLOR: "0" }), false);
});

test("only a terminal that can draw has bars, with color or without", () => {
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
  test(`bars are ${isUtf8 ? "blocks" : "ASCII"} if the locale is ${JSON.stringify(env)}`, () => {
    assert.equal(screenOf({ isTTY: true }, env).glyphs, isUtf8 ? BLOCKS : ASCII);
  });
}
