// Command lines that are wrong: 64, and one line that says what was meant (rule EXIT-64).
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, runProgram } from "../support/program.ts";
import { namesIn } from "../support/state-disk.ts";

for (const args of [
  [],
  ["bate"],
  ["beat", "now"],
  ["--nonsense"],
  ["beat", "--nonsense"],
  ["beat", "--json=yes"],
]) {
  test(`64, and one line on standard error: agent-usage ${args.join(" ")}`, async (t) => {
    const ended = await runProgram(t, CLI, args);
    assert.equal(ended.code, 64);
    assert.equal(ended.stdout, "");
    assert.match(ended.stderr, /^agent-usage: [^\n]+\n$/);
    assertNoLeaks(ended);
  });
}

test("a word said very often is no bug", async (t) => {
  for (const word of ["help", "version", "beat"]) {
    const { code, stderr } = await runProgram(
      t,
      CLI,
      Array.from({ length: 20_000 }, () => word),
    );
    assert.equal(code, word === "beat" ? 64 : 0, stderr);
  }
});

for (const [args, says, help] of [
  [["baet"], 'unknown command "baet" (did you mean beat?)', ""],
  [["baet", "--json"], 'unknown command "baet" (did you mean beat?)', ""],
  [["STATUS"], 'unknown command "STATUS" (did you mean status?)', ""],
  [["hlep"], 'unknown command "hlep" (did you mean help?)', ""],
  [["help", "baet"], 'unknown command "baet" (did you mean beat?)', ""],
  [["frobnicate"], 'unknown command "frobnicate"', ""],
  [["-v"], 'unknown option "-v" (did you mean -V?)', ""],
  [["beat", "--jsno"], 'unknown option "--jsno" (did you mean --json?)', "beat "],
  [["run", "--frobnicate"], 'unknown option "--frobnicate"', "run "],
  [["uninstall", "--yes"], "--yes needs --purge", "uninstall "],
  [["completions", "bahs"], "completions takes one of bash, zsh, fish (did you mean bash?)", "completions "],
  [["completions", "tcsh"], "completions takes one of bash, zsh, fish", "completions "],
  [["completions"], "completions takes one of bash, zsh, fish", "completions "],
  [["completions", "bash", "zsh"], "completions takes one of bash, zsh, fish", "completions "],
] as const) {
  test(`64, what was meant, and whose help tells more: agent-usage ${args.join(" ")}`, async (t) => {
    const { code, stdout, stderr } = await runProgram(t, CLI, args);
    assert.deepEqual(
      [code, stdout, stderr],
      [64, "", `agent-usage: ${says}; see agent-usage ${help}--help\n`],
    );
  });
}

test("64 without a command, and what to begin with", async (t) => {
  const { code, stdout, stderr } = await runProgram(t, CLI);
  assert.deepEqual([code, stdout], [64, ""]);
  assert.match(stderr, /^agent-usage: [^\n]*\bagent-usage status\b[^\n]*\bagent-usage --help\n$/);
});

for (const args of [
  ["--html", "--json"],
  ["--json", "--html", "--"],
  ["--days", "-7"],
]) {
  test(`64 where what looks like an option stands for a value: report ${args.join(" ")}`, async (t) => {
    const { code, stdout, stderr, home } = await runProgram(t, CLI, ["report", ...args]);
    assert.deepEqual([code, stdout, await namesIn(home)], [64, "", []]);
    assert.match(stderr, /^agent-usage: the option --\w+ needs a value; see agent-usage report --help\n$/);
  });
}

for (const args of [
  ["TOKEN"],
  ["--", "TOKEN"],
  ["--TOKEN"],
  ["beat", "--key-TOKEN=x"],
  ["beat", "--json=TOKEN"],
]) {
  test(`agent-usage ${args.join(" ")} with a token for TOKEN: 64, and it is not repeated`, async (t) => {
    const token = "sk-planted-4711-0123456789abcdef+=~\u001b[31m";
    const words = args.map((word) => word.replace("TOKEN", token));
    const { code, stdout, stderr } = await runProgram(t, CLI, words);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.doesNotMatch(stderr, /planted-4711/);
    assert.doesNotMatch(stderr.trimEnd(), /\p{Cc}/u);
  });
}
