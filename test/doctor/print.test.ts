// How doctor prints its checks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shellWord } from "../../src/base/shell-word.ts";
import { failure, ok, warning } from "../../src/commands/doctor/check.ts";
import { describeChecks } from "../../src/commands/doctor/print.ts";
import { ASCII } from "../../src/text/screen.ts";
import { PIPE, terminal } from "../support/screens.ts";

const CHECKS = [ok("a", "fine"), warning("b", "odd", "check it"), failure("c", "wrong", "fix it")];

test("not on a terminal: words, one line per check, its fix below it, and the totals", () => {
  assert.equal(
    describeChecks(CHECKS, PIPE),
    [
      "ok      a: fine",
      "warning b: odd",
      "          -> check it",
      "FAILURE c: wrong",
      "          -> fix it",
      "1 ok, 1 warning, 1 failure",
      "",
    ].join("\n"),
  );
});

test("on a terminal: symbols, colored if the screen has color", () => {
  const screen = terminal(80);
  assert.match(describeChecks(CHECKS, screen), /^✔ a: fine\n! b: odd\n {4}-> check it\n✖ c: wrong\n/);
  const colored = describeChecks(CHECKS, { ...screen, hasColor: true });
  assert.ok(colored.startsWith("\u001B[32m✔\u001B[39m a: fine\n"), colored);
});

test("words replace the symbols on a terminal that cannot draw them, and keep the color", () => {
  for (const screen of [
    { ...terminal(80), hasBars: false },
    { ...terminal(80), glyphs: ASCII },
  ]) {
    const text = describeChecks(CHECKS, { ...screen, hasColor: true });
    assert.match(text, /^\u001B\[31mFAILURE\u001B\[39m c: wrong$/m);
  }
});

test("the totals use singular and plural correctly", () => {
  assert.match(describeChecks([], PIPE), /^0 ok, 0 warnings, 0 failures\n$/);
  assert.match(describeChecks([...CHECKS, ...CHECKS], PIPE), /^2 ok, 2 warnings, 2 failures$/m);
});

test("characters that would move the terminal's cursor are not printed", () => {
  assert.equal(ok("a", "x\u001B[2Jy").message, "x\uFFFD[2Jy");
});

test("a path is quoted for the shell if it needs quotes", () => {
  assert.equal(shellWord("/a/b-c.d"), "/a/b-c.d");
  assert.equal(shellWord("/it's here"), `'/it'\\''s here'`);
});

const PATH = `/home/me/${"folder/".repeat(8)}state.json`;
const LONG = [
  failure("state-folder", "eight words and one more fill up this line", `sudo chown "$(id -un)" ${PATH}`),
];

test("on a terminal a long line wraps at a word and is indented; a word wider than the line stays whole", () => {
  assert.equal(
    describeChecks(LONG, terminal(40)),
    [
      "✖ state-folder: eight words and one more",
      "  fill up this line",
      '    -> sudo chown "$(id -un)"',
      `       ${PATH}`,
      "0 ok, 0 warnings, 1 failure",
      "",
    ].join("\n"),
  );
});

test("color does not change where a line wraps", () => {
  const colored = describeChecks(LONG, { ...terminal(40), hasColor: true });
  assert.ok(colored.includes("one more\n  fill up"), colored);
});

test("without a terminal nothing is wrapped", () => {
  assert.equal(describeChecks(LONG, PIPE).split("\n").length, 4);
});

test("a word that is quoted for a shell is not broken", () => {
  const quoted = shellWord(`/it's in a folder with blanks and more blanks`);
  const text = describeChecks([warning("a", "b", `chmod 600 ${quoted}`)], terminal(40));
  assert.ok(text.includes(`\n       ${quoted}\n`), text);
});
