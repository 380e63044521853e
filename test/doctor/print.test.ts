// How doctor's checks are printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failure, ok, shellWord, warning } from "../../src/commands/doctor/check.ts";
import { describeChecks, styleFor } from "../../src/commands/doctor/print.ts";

const CHECKS = [ok("a", "fine"), warning("b", "odd", "look"), failure("c", "wrong", "mend it")];

test("not at a terminal: words, a line a check, below it what mends it, and a count", () => {
  assert.equal(
    describeChecks(CHECKS, "words"),
    [
      "ok      a: fine",
      "warning b: odd",
      "          -> look",
      "FAILURE c: wrong",
      "          -> mend it",
      "1 ok, 1 to look at, 1 to mend",
      "",
    ].join("\n"),
  );
});

test("at a terminal symbols stand for the words, in colour where that is wanted", () => {
  assert.match(describeChecks(CHECKS, "symbols"), /^✔ a: fine\n! b: odd\n {4}-> look\n✖ c: wrong\n/);
  assert.ok(describeChecks(CHECKS, "colours").startsWith("\u001B[32m✔\u001B[0m a: fine\n"));
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
