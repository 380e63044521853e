// The help: its contents, and its layout on a terminal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXIT } from "../../src/base/exit-codes.ts";
import { helpText } from "../../src/cli/help.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { widest } from "../support/screens.ts";

const PROGRAM = agentProgram("daemon.js");
const NAMES = [undefined, ...Object.keys(PROGRAM.commands)];

/** A text as one line, to search across line breaks. */
const flat = (text: string) => text.replace(/\s+/g, " ");

for (const columns of [40, 80]) {
  for (const name of NAMES) {
    test(`at ${columns} columns, no line of ${name ?? "the general"} help is wider, and nothing is cut`, () => {
      const text = helpText(PROGRAM, name, columns);
      assert.ok(widest(text) <= columns, text);
      assert.doesNotMatch(text, /…/);
      const shown = Object.entries(PROGRAM.commands).filter(([one]) => name === undefined || one === name);
      for (const [, { summary }] of shown) assert.ok(flat(text).includes(summary.slice(1)), text);
    });
  }
}

test("a wrapped text stays in its column", () => {
  assert.match(
    helpText(PROGRAM, undefined, 40),
    /^ {2}snapshot {7}print what a push would\n {17}send, from the saved$/m,
  );
});

test("the general help points to doctor and config", () => {
  const text = helpText(PROGRAM, undefined, 80);
  assert.match(flat(text), /run "agent-usage config"/);
  assert.match(flat(text), /something is wrong, run "agent-usage doctor"/);
});

test("the general help lists exactly the exit codes", () => {
  const [, codes = ""] = helpText(PROGRAM, undefined, 80).split("Exit codes:\n");
  const listed = [...codes.matchAll(/^ {2}(\d+) +\S/gm)].map(([, code]) => Number(code));
  assert.deepEqual(listed, Object.values(EXIT));
});

test("doctor's help explains its exit code", () => {
  assert.match(flat(helpText(PROGRAM, "doctor", 80)), /Exits with 1 if a check fails/);
});

test("config's help names the sources of settings", () => {
  assert.match(flat(helpText(PROGRAM, "config", 80)), /from the environment.* and from the settings file/);
});
