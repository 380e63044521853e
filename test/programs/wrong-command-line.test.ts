// Wrong command lines: exit 64 and one line that suggests the right one (rule EXIT-64).
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, DAEMON, runProgram } from "../support/program.ts";
import { namesIn } from "../support/state-disk.ts";

for (const args of [
  ["bate"],
  ["beat", "now"],
  ["--nonsense"],
  ["beat", "--nonsense"],
  ["beat", "--json=yes"],
]) {
  test(`agent-usage ${args.join(" ")}: exit 64 and one line on standard error`, async (t) => {
    const ended = await runProgram(t, CLI, args);
    assert.equal(ended.code, 64);
    assert.equal(ended.stdout, "");
    assert.match(ended.stderr, /^agent-usage: [^\n]+\n$/);
    assertNoLeaks(ended);
  });
}

test("a word repeated very often does not crash the program", async (t) => {
  for (const word of ["help", "version", "beat"]) {
    const { code, stderr } = await runProgram(
      t,
      CLI,
      Array.from({ length: 20_000 }, () => word),
    );
    assert.equal(code, word === "beat" ? 64 : 0, stderr);
  }
});

for (const [args, message, help] of [
  [["baet"], 'unknown command "baet" (did you mean beat?)', ""],
  [["baet", "--json"], 'unknown command "baet" (did you mean beat?)', ""],
  [["STATUS"], 'unknown command "STATUS" (did you mean status?)', ""],
  [["hlep"], 'unknown command "hlep" (did you mean help?)', ""],
  [["help", "baet"], 'unknown command "baet" (did you mean beat?)', ""],
  [["frobnicate"], 'unknown command "frobnicate"', ""],
  [["constructor"], 'unknown command "constructor"', ""],
  [["daily"], 'unknown command "daily": try "agent-usage report --by day"', ""],
  [["Today", "--json"], 'unknown command "Today": try "agent-usage report --since today"', ""],
  [["help", "watch"], 'unknown command "watch": try "agent-usage status --watch"', ""],
  [["-v"], 'unknown option "-v" (did you mean -V?)', ""],
  [["beat", "--jsno"], 'unknown option "--jsno" (did you mean --json?)', "beat "],
  [["run", "--frobnicate"], 'unknown option "--frobnicate"', "run "],
  [["uninstall", "--yes"], "--yes only works with --purge", "uninstall "],
  [["completions", "bahs"], "completions takes one of bash, zsh, fish (did you mean bash?)", "completions "],
  [["completions", "tcsh"], "completions takes one of bash, zsh, fish", "completions "],
  [["completions"], "completions takes one of bash, zsh, fish", "completions "],
  [["completions", "bash", "zsh"], "completions takes one of bash, zsh, fish", "completions "],
] as const) {
  test(`agent-usage ${args.join(" ")}: exit 64, a suggestion and the right help`, async (t) => {
    const { code, stdout, stderr } = await runProgram(t, CLI, args);
    assert.deepEqual(
      [code, stdout, stderr],
      [64, "", `agent-usage: ${message}; see agent-usage ${help}--help\n`],
    );
  });
}

for (const args of [
  ["--html", "--json"],
  ["--json", "--html", "--"],
  ["--days", "-7"],
]) {
  test(`report ${args.join(" ")}: exit 64 for an option in place of a value`, async (t) => {
    const { code, stdout, stderr, home } = await runProgram(t, CLI, ["report", ...args]);
    assert.deepEqual([code, stdout, await namesIn(home)], [64, "", []]);
    assert.match(stderr, /^agent-usage: --\w+ needs a value; see agent-usage report --help\n$/);
  });
}

for (const args of [
  ["TOKEN"],
  ["--", "TOKEN"],
  ["--TOKEN"],
  ["beat", "--key-TOKEN=x"],
  ["beat", "--json=TOKEN"],
]) {
  test(`agent-usage ${args.join(" ")} with a token in place of TOKEN: exit 64, and the token is not repeated`, async (t) => {
    const token = "sk-planted-4711-0123456789abcdef+=~\u001b[31m";
    const words = args.map((word) => word.replace("TOKEN", token));
    const { code, stdout, stderr } = await runProgram(t, CLI, words);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.doesNotMatch(stderr, /planted-4711/);
    assert.doesNotMatch(stderr.trimEnd(), /\p{Cc}/u);
  });
}

for (const [args, line] of [
  [["status"], "status"],
  [["report", "--html", "my page.html"], "report --html 'my page.html'"],
  [["--help"], "--help"],
  [["sk-planted-4711-0123456789abcdef"], "--help"],
] as const) {
  test(`daemon.js ${args.join(" ")}: exit 64 with the command that was meant, and no daemon starts`, async (t) => {
    const { code, stdout, stderr, home } = await runProgram(t, DAEMON, args);
    assert.deepEqual([code, stdout, await namesIn(home)], [64, "", []]);
    const [, meant = ""] =
      /^agent-usage: daemon\.js takes no arguments\. Did you mean: (.+)\n$/.exec(stderr) ?? [];
    assert.match(meant, /^node \S+\/dist\/cli\.js /);
    assert.ok(meant.endsWith(`/cli.js ${line}`), meant);
  });
}
