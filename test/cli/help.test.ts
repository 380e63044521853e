// The help: what it tells, and how it is laid out for a terminal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXIT } from "../../src/base/exit-codes.ts";
import { helpText } from "../../src/cli/help.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { widest } from "../support/screens.ts";

const PROGRAM = agentProgram("daemon.js");
const NAMES = [undefined, ...Object.keys(PROGRAM.commands)];

/** A text as one line, to look for words wherever the lines end. */
const flat = (text: string) => text.replace(/\s+/g, " ");

for (const columns of [40, 80]) {
  for (const name of NAMES) {
    test(`at ${columns} columns no line of ${name ?? "the general"} help is wider, and nothing is cut`, () => {
      const text = helpText(PROGRAM, name, columns);
      assert.ok(widest(text) <= columns, text);
      assert.doesNotMatch(text, /…/);
      const told = Object.entries(PROGRAM.commands).filter(([one]) => name === undefined || one === name);
      for (const [, { summary }] of told) assert.ok(flat(text).includes(summary.slice(1)), text);
    });
  }
}

test("a text that goes on does so in its own column", () => {
  assert.match(
    helpText(PROGRAM, undefined, 40),
    /^ {2}snapshot {7}print what a push would\n {17}send, from the saved$/m,
  );
});

test("the general help says where the settings are seen, and what to run when something is wrong", () => {
  const text = helpText(PROGRAM, undefined, 80);
  assert.match(text, /^Settings: agent-usage config /m);
  assert.match(text, /wrong: agent-usage doctor /);
});

test("the general help has every exit code, and no other", () => {
  const [, codes = ""] = helpText(PROGRAM, undefined, 80).split("Exit codes:\n");
  const listed = [...codes.matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => Number(code));
  assert.deepEqual(listed, Object.values(EXIT));
});

test("doctor's help says when it exits with 1", () => {
  assert.match(flat(helpText(PROGRAM, "doctor", 80)), /exits with 1 where something is to be mended/);
});

test("config's help says where settings are", () => {
  assert.match(flat(helpText(PROGRAM, "config", 80)), /in the settings file.* and in the environment/);
});
