// Commands of two words, and the words that follow a command (rule EXIT-64).
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXIT } from "../../src/base/exit-codes.ts";
import type { Command, Operand, Program } from "../../src/cli/command.ts";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { wordsOf } from "../../src/cli/completions/words.ts";
import { helpText } from "../../src/cli/help.ts";

const command = (operands: readonly Operand[] = []): Command => ({
  summary: "do it",
  options: { json: "print as JSON" },
  operands,
  examples: ["do it"],
  run: async () => EXIT.ok,
});

const PROGRAM: Program = {
  name: "tool",
  summary: "A tool.",
  version: "1.0.0",
  commands: {
    invite: command(),
    "invite revoke": command([{ name: "PREFIX" }]),
    "key create": command(),
    "key list": command(),
    rename: command([{ name: "ID" }, { name: "NAME" }]),
    join: command([{ name: "LINE", isOptional: true }]),
    backup: command([{ name: "FILE", isFile: true }]),
  },
  notes: [],
  exitCodes: [],
};

const read = (...args: string[]) => readCommandLine(args, PROGRAM);

/** The command and its words. */
function taken(...args: string[]) {
  const line = read(...args);
  assert.ok(line.status === "run", JSON.stringify(line));
  const [name] = Object.entries(PROGRAM.commands).find(([, one]) => one === line.command) ?? [];
  return [name, ...line.words];
}

function mistake(...args: string[]) {
  const line = read(...args);
  assert.ok(line.status === "wrong", JSON.stringify(line));
  return line.message;
}

test("a command of two words is named by both", () => {
  assert.deepEqual(taken("key", "create"), ["key create"]);
  assert.deepEqual(taken("--json", "key", "list"), ["key list"]);
});

test("a command may be the first word of another one", () => {
  assert.deepEqual(taken("invite", "--json"), ["invite"]);
  assert.deepEqual(taken("invite", "revoke", "abcd"), ["invite revoke", "abcd"]);
});

test("the first word of a group alone lists its commands", () => {
  assert.equal(mistake("key"), "key takes one of create, list");
  assert.equal(mistake("key", "--json"), "key takes one of create, list");
  assert.equal(mistake("key", "lsit"), "key takes one of create, list (did you mean list?)");
  assert.equal(mistake("kye"), 'unknown command "kye" (did you mean key?)');
});

test("words after a command are counted", () => {
  assert.deepEqual(taken("rename", "1", "laptop"), ["rename", "1", "laptop"]);
  assert.equal(mistake("rename", "1"), "rename needs NAME");
  assert.equal(mistake("rename"), "rename needs ID and NAME");
  assert.equal(mistake("rename", "1", "2", "3"), "rename takes only ID and NAME");
  assert.equal(mistake("key", "create", "3"), "key create takes no arguments");
});

test("an optional word may be missing, and may be a dash", () => {
  assert.deepEqual(taken("join"), ["join"]);
  assert.deepEqual(taken("join", "-"), ["join", "-"]);
});

test("help for a command shows its words", () => {
  assert.match(helpText(PROGRAM, "rename", 80), /^Usage: tool rename ID NAME \[options\]$/m);
  assert.match(helpText(PROGRAM, "join", 80), /^Usage: tool join \[LINE\] \[options\]$/m);
});

test("completions offer the second words, and files where a file is taken", () => {
  const words = wordsOf(PROGRAM.commands);
  const of = (name: string) => words.find((one) => one.name === name);
  assert.deepEqual(of("key")?.words, ["create", "list"]);
  assert.deepEqual(of("invite")?.words, ["revoke"]);
  assert.equal(of("backup")?.takesFile, true);
  assert.equal(of("key")?.takesFile, false);
});
