// How doctor's checks are printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, ok, shellWord, warning } from "../../src/commands/doctor/check.ts";
import { describeChecks, styleFor } from "../../src/commands/doctor/print.ts";

const CHECKS = [ok("a", "fine"), warning("b", "odd", "look"), failure("c", "wrong", "fix it")];

test("not at a terminal: words, a line a check, below it what fixes it, and a count", () => {
  assert.equal(
    describeChecks(CHECKS, "words", 80),
    [
      "ok      a: fine",
      "warning b: odd",
      "          -> look",
      "FAILURE c: wrong",
      "          -> fix it",
      "1 ok, 1 to look at, 1 to fix",
      "",
    ].join("\n"),
  );
});

test("at a terminal symbols stand for the words, in colour where that is wanted", () => {
  assert.match(describeChecks(CHECKS, "symbols", 80), /^✔ a: fine\n! b: odd\n {4}-> look\n✖ c: wrong\n/);
  assert.ok(describeChecks(CHECKS, "colours", 80).startsWith("\u001B[32m✔\u001B[0m a: fine\n"));
});

test("colours are for a terminal, and for nobody who said no", () => {
  assert.equal(styleFor(false, {}), "words");
  assert.equal(styleFor(true, { TERM: "dumb" }), "words");
  assert.equal(styleFor(true, { NO_COLOR: "1" }), "symbols");
  assert.equal(styleFor(true, { NO_COLOR: "" }), "colours");
});

test("what would move the terminal's cursor is not printed", () => {
  assert.equal(ok("a", "x\u001B[2Jy").message, "x\uFFFD[2Jy");
});

test("a path is quoted for the shell where it must be", () => {
  assert.equal(shellWord("/a/b-c.d"), "/a/b-c.d");
  assert.equal(shellWord("/it's here"), `'/it'\\''s here'`);
});

const PATH = `/home/me/${"folder/".repeat(8)}state.json`;
const LONG = [
  failure("state-folder", "eight words and one more stand in this line", `sudo chown "$(id -un)" ${PATH}`),
];

test("on a terminal a line ends at a word, and goes on indented; a word that is longer stands", () => {
  assert.equal(
    describeChecks(LONG, "symbols", 40),
    [
      "✖ state-folder: eight words and one more",
      "  stand in this line",
      '    -> sudo chown "$(id -un)"',
      `       ${PATH}`,
      "0 ok, 0 to look at, 1 to fix",
      "",
    ].join("\n"),
  );
});

test("colour takes no room", () => {
  const coloured = describeChecks(LONG, "colours", 40);
  assert.ok(coloured.includes("one more\n  stand"), coloured);
});

test("where there is no terminal nothing is wrapped", () => {
  assert.equal(describeChecks(LONG, "words", Number.POSITIVE_INFINITY).split("\n").length, 4);
});

test("what is quoted for a shell is not broken", () => {
  const quoted = shellWord(`/it's in a folder with blanks and more blanks`);
  const text = describeChecks([warning("a", "b", `chmod 600 ${quoted}`)], "symbols", 40);
  assert.ok(text.includes(`\n       ${quoted}\n`), text);
});
