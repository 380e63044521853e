// "Did you mean": the suggestion for an unknown word.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../src/base/nearest.ts";

const COMMANDS = ["run", "beat", "status", "doctor", "install", "uninstall"];

for (const [word, meant] of [
  ["beta", "beat"],
  ["baet", "beat"],
  ["beats", "beat"],
  ["bat", "beat"],
  ["beet", "beat"],
  ["dcotro", "doctor"],
  ["unistall", "uninstall"],
  ["ruin", "run"],
  ["STATUS", "status"],
  ["Dcotor", "doctor"],
] as const) {
  test(`${word}: did you mean ${meant}?`, () => assert.equal(nearest(word, COMMANDS), meant));
}

for (const word of ["", "x", "frobnicate", "dcoort-", "b", "abcd"]) {
  test(`no suggestion for ${JSON.stringify(word)}`, () => assert.equal(nearest(word, COMMANDS), undefined));
}

for (const word of ["tcsh", "ksh", "csh", "nu"]) {
  test(`no suggestion for the shell ${word}`, () =>
    assert.equal(nearest(word, ["bash", "zsh", "fish"]), undefined));
}

test("the only suggestion for a one-letter option is the same letter in the other case", () => {
  assert.equal(nearest("-v", ["-h", "-V"]), "-V");
  assert.equal(nearest("-x", ["-h", "-V"]), undefined);
});

test("the nearest candidate is suggested", () => {
  assert.equal(nearest("stat", ["status", "start"]), "start");
  assert.equal(nearest("stat", ["start", "status"]), "start");
});

test("a very long word does not take long", () => {
  assert.equal(nearest("x".repeat(1_000_000), COMMANDS), undefined);
});
