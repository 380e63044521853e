// Every command line on the pages is valid. The tables of commands, options and exit codes are
// generated (scripts/docs/parts.ts).
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXIT } from "../../src/base/exit-codes.ts";
import { COMMON_OPTIONS, type Command } from "../../src/cli/command.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { pages, readPage, spans, withoutCode } from "../support/pages.ts";

const { commands, exitCodes } = agentProgram("daemon.js");

/** Commands of other programs that name the service. */
const OTHERS = /systemctl|journalctl|launchctl|npm /;

/** The command lines in a page's code: what follows the program's name, up to a comment or another command. */
function commandLines(page: string): string[] {
  const blocks = [...page.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => text.split("\n"));
  return [...blocks, ...spans(withoutCode(page))].flatMap((line) => {
    const [, words] = /(?:^|[ /(])agent-usage(?:-claude-code)? ((?:--)?[a-z][^#&;)|]*)/.exec(line) ?? [];
    return words === undefined || OTHERS.test(line) ? [] : [words.trim()];
  });
}

/** What is wrong with the words after the program's name, if anything is. */
function problemWith(line: string): string | undefined {
  const [first = "", ...rest] = line.split(/\s+/);
  if (Object.hasOwn(COMMON_OPTIONS, first.replace(/^--/, ""))) return undefined;
  const command: Command | undefined = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command === undefined) return `no command "${first}"`;
  const known = [...Object.keys(command.options), ...Object.keys(COMMON_OPTIONS)];
  const unknown = rest.find((word) => word.startsWith("--") && !known.includes(word.slice(2)));
  return unknown === undefined ? undefined : `${first} has no option ${unknown}`;
}

for (const path of pages()) {
  test(`${path}: every command line is valid`, () => {
    for (const line of commandLines(readPage(path))) {
      assert.equal(problemWith(line), undefined, `${path}: agent-usage ${line}`);
    }
  });
}

test("a command or an option that does not exist is detected", () => {
  assert.deepEqual(
    commandLines("Run `agent-usage repot --html x` or\n```sh\nagent-usage beat --jsn\n```\n"),
    ["beat --jsn", "repot --html x"],
  );
  assert.equal(problemWith("repot --html x"), 'no command "repot"');
  assert.equal(problemWith("beat --jsn"), "beat has no option --jsn");
  assert.equal(problemWith("beat --json"), undefined);
});

test("the help, and therefore the page, has every exit code", () => {
  assert.deepEqual(
    exitCodes.map(([code]) => code),
    Object.values(EXIT),
  );
});
