// "Did you mean": which word is named for one that is unknown.
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
  test(`nothing is near to ${JSON.stringify(word)}`, () => assert.equal(nearest(word, COMMANDS), undefined));
}

for (const word of ["tcsh", "ksh", "csh", "nu"]) {
  test(`no other shell is near to ${word}`, () =>
    assert.equal(nearest(word, ["bash", "zsh", "fish"]), undefined));
}

test("an option of one letter is near to the other case alone", () => {
  assert.equal(nearest("-v", ["-h", "-V"]), "-V");
  assert.equal(nearest("-x", ["-h", "-V"]), undefined);
});

test("of two that are near the nearer one is named", () => {
  assert.equal(nearest("stat", ["status", "start"]), "start");
  assert.equal(nearest("stat", ["start", "status"]), "start");
});

test("a word of any length is answered at once", () => {
  assert.equal(nearest("x".repeat(1_000_000), COMMANDS), undefined);
});
