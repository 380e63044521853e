// The words that people type first: each gets a command that exists (rule CLI-9).
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { hintsFor } from "../../src/commands/hints.ts";
import { agentProgram } from "../../src/commands/table.ts";

const PROGRAM = agentProgram("daemon.js");

const WORDS = "daily weekly monthly today usage cost session blocks watch logs start stop".split(" ");

/** The command lines of this program that a clause quotes, as words. */
function linesIn(hint: string): string[][] {
  return [...hint.matchAll(/"agent-usage ([^"]+)"/g)].map(([, line = ""]) => line.split(" "));
}

for (const platform of ["linux", "darwin"]) {
  const hints = hintsFor("agent-usage", platform);

  for (const word of WORDS) {
    test(`${platform}: the word ${word} gets a hint`, () => assert.match(hints[word] ?? "", /\S/));
  }

  test(`${platform}: every command line in a hint is valid`, () => {
    for (const [word, hint] of Object.entries(hints)) {
      for (const line of linesIn(hint)) assert.equal(readCommandLine(line, PROGRAM).status, "run", word);
    }
  });

  test(`${platform}: no word with a hint is a command`, () => {
    assert.deepEqual(
      Object.keys(hints).filter((word) => Object.hasOwn(PROGRAM.commands, word)),
      [],
    );
  });
}

test("the hints for logs and stop name this platform's tools", () => {
  const [linux, mac] = [hintsFor("agent-usage", "linux"), hintsFor("agent-usage", "darwin")];
  assert.match(linux["logs"] ?? "", /"journalctl --user -u agent-usage"/);
  assert.match(linux["stop"] ?? "", /"systemctl --user stop agent-usage"/);
  assert.match(mac["logs"] ?? "", /~\/Library\/Logs\/agent-usage\/agent-usage\.log/);
  assert.match(mac["stop"] ?? "", /"agent-usage uninstall"/);
});
