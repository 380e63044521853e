// The completions, loaded into real shells. They offer what the table of commands has.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { readOptions } from "../../src/commands/report/options.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";

const COMMANDS = agentProgram("daemon.js").commands;
const COMMAND_NAMES = Object.keys(COMMANDS);
const COMMON = ["--help", "--version"];

/** The command line that has a shell complete words. @param file the completions */
type Ask = (words: readonly string[], file: string, program: string) => readonly string[];

const bash: Ask = (words, file, program) => {
  const line = [program, ...words].map((word) => `'${word}'`).join(" ");
  const name = `_${program.replaceAll("-", "_")}`;
  const code = `set -eu; source '${file}'; complete -p ${program} >&2; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; ${name}; printf '%s\\n' "\${COMPREPLY[@]-}"`;
  return ["bash", "--norc", "--noprofile", "-c", code];
};

const fish: Ask = (words, file, program) => [
  "fish",
  "--no-config",
  "-c",
  `source '${file}'; complete -C '${[program, ...words].join(" ")}'`,
];

/** Runs zsh on a terminal of its own, has it complete one line, and collects what it offers. */
const zsh: Ask = (words, file, program) => {
  const rc = [
    "autoload -Uz compinit && compinit -u -D",
    `source '${file}'`,
    'compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- $found >>$OFFERS; builtin compadd "$@" }',
    `zle-line-init() { BUFFER='${[program, ...words].join(" ")}'; CURSOR=$#BUFFER; zle complete-word; exit }`,
    "zle -N zle-line-init",
  ];
  const code = [
    "zmodload zsh/zpty",
    `export ZDOTDIR='${dirname(file)}' OFFERS='${file}.offers' TERM=vt100`,
    `print -rl -- ${rc.map((line) => `'${line.replaceAll("'", "'\\''")}'`).join(" ")} >$ZDOTDIR/.zshrc`,
    "touch $OFFERS",
    "zpty shell zsh -d -i",
    "while zpty -r shell line; do :; done",
    "cat $OFFERS",
  ];
  return ["zsh", "-f", "-c", code.join("\n")];
};

/** Writes the completions that a program prints into a file. */
async function completions(t: TestContext, shell: string, cli: string): Promise<string> {
  const { stdout, stderr, code } = await runProgram(t, cli, ["completions", shell]);
  assert.deepEqual([code, stderr], [0, ""]);
  const file = join(await temporaryFolder(t), "completions");
  await writeFile(file, stdout);
  return file;
}

/** The current folder of the shells, with two files and a folder to complete. */
async function folderOfFiles(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "usage page.html"), "");
  await writeFile(join(folder, "notes"), "");
  await mkdir(join(folder, "report"));
  return folder;
}

for (const [shell, ask] of Object.entries({ bash, zsh, fish })) {
  const skip = spawnSync(shell, ["--version"]).status === 0 ? false : `${shell} is not installed`;

  const offered = async (t: TestContext, words: readonly string[], program = "agent-usage") => {
    const file = await completions(
      t,
      shell,
      program === "agent-usage" ? CLI : join(DIST, "claude-code/cli.js"),
    );
    const [command = "", ...args] = ask(words, file, program);
    const env = { PATH: process.env["PATH"], HOME: await temporaryFolder(t), LC_ALL: "C" };
    const output = execFileSync(command, args, {
      cwd: await folderOfFiles(t),
      encoding: "utf8",
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 20_000,
    });
    const names = output.split("\n").map((line) => line.split("\t")[0]?.trim() ?? "");
    return [...new Set(names.filter((name) => name !== ""))].sort();
  };

  test(`${shell}: every command is offered`, { skip }, async (t) => {
    const names = await offered(t, [""]);
    for (const name of COMMAND_NAMES)
      assert.ok(names.includes(name), `${name} is not among ${names.join(" ")}`);
  });

  test(`${shell}: commands that begin with the word`, { skip }, async (t) => {
    const expected = COMMAND_NAMES.filter((name) => name.startsWith("co"));
    assert.deepEqual(await offered(t, ["co"]), expected.sort());
  });

  test(`${shell}: the options of a command, and of no other`, { skip }, async (t) => {
    assert.deepEqual(await offered(t, ["uninstall", "--"]), [...COMMON, "--purge", "--yes"].sort());
  });

  test(`${shell}: the words that a command takes`, { skip }, async (t) => {
    const names = await offered(t, ["completions", ""]);
    assert.deepEqual(
      names.filter((name) => !name.startsWith("-")),
      ["bash", "fish", "zsh"],
    );
  });

  test(`${shell}: the commands after help`, { skip }, async (t) => {
    const names = await offered(t, ["help", ""]);
    assert.deepEqual(
      names.filter((name) => !name.startsWith("-")),
      COMMAND_NAMES.toSorted(),
    );
  });

  test(`${shell}: the values that an option takes, and nothing else`, { skip }, async (t) => {
    const keys = ["day", "hour", "model", "month", "project", "session", "week"];
    assert.deepEqual(await offered(t, ["report", "--by", ""]), keys);
    assert.deepEqual(await offered(t, ["report", "--by", "mod"]), ["model"]);
  });

  test(`${shell}: nothing for a free value`, { skip }, async (t) => {
    assert.deepEqual(await offered(t, ["report", "--since", ""]), []);
  });

  test(`${shell}: files only for a value that is a file`, { skip }, async (t) => {
    assert.deepEqual(await offered(t, ["report", "--html", "no"]), ["notes"]);
    assert.deepEqual(await offered(t, ["status", "no"]), []);
  });

  test(`${shell}: options again after a value`, { skip }, async (t) => {
    assert.deepEqual(await offered(t, ["report", "--by", "day", "--js"]), ["--json"]);
  });

  test(`${shell}: the other program has its own completions`, { skip }, async (t) => {
    assert.deepEqual(await offered(t, ["bea"], "agent-usage-claude-code"), ["beat"]);
  });
}

const withoutBash =
  spawnSync("bash", ["--version"]).status === 0 && spawnSync("script", ["--version"]).status === 0
    ? false
    : "needs bash and `script` (util-linux)";

for (const [keys, given] of [
  ["report --html us\t", "<report><--html><usage page.html>"],
  ["report --html=us\t", "<report><--html=usage page.html>"],
  ["report --by=mod\t", "<report><--by=model>"],
  ["report --by mod\t", "<report><--by><model>"],
] as const) {
  const line = keys.replace("\t", "<TAB>");
  test(`bash on a terminal: ${line} gives ${given}`, { skip: withoutBash }, async (t) => {
    const file = await completions(t, "bash", CLI);
    const shell = spawn("script", ["--quiet", "--command", "bash --norc --noprofile -i", "/dev/null"], {
      cwd: await folderOfFiles(t),
      env: { PATH: process.env["PATH"], HOME: dirname(file), SHELL: "/bin/sh", TERM: "dumb", LC_ALL: "C" },
      stdio: ["pipe", "pipe", "inherit"],
      timeout: 20_000,
    });
    t.after(() => shell.kill("SIGKILL"));
    shell.stdin.write(`source '${file}'; agent-usage() { printf '<%s>' "$@"; exit; }\n`);
    shell.stdin.write(`agent-usage ${keys}\n`);
    const output = await text(shell.stdout);
    assert.ok(output.includes(given), output);
  });
}

test("report --by accepts the values that are offered", () => {
  const by = COMMANDS["report"]?.options["by"];
  assert.ok(typeof by === "object" && by.values !== undefined);
  for (const value of by.values) {
    assert.equal(readOptions(new Map([["by", value]]), 0).status, "ok");
  }
});
