// The tables of commands and of exit codes, and those of the code, are equal both ways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXIT } from "../../src/base/exit-codes.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { readPage, rows, section } from "../support/pages.ts";

const PAGE = readPage("docs/commands.md");
const usages = rows(section(PAGE, "Commands"))
  .map(([usage = ""]) => usage)
  .filter((usage) => usage.startsWith("`agent-usage "));

/** Each command with its options and words, as the code has them: `--since DAY`, `bash`. */
function known(): string[] {
  return Object.entries(agentProgram("daemon.js").commands).flatMap(([name, { options, words = [] }]) => [
    name,
    ...Object.entries(options).map(([option, what]) =>
      typeof what === "string" ? `${name} --${option}` : `${name} --${option} <value>`,
    ),
    ...words.map((word) => `${name} ${word}`),
  ]);
}

function listed(): string[] {
  return usages.flatMap((usage) => {
    const [, name = "", rest = ""] = /^`agent-usage ([\w-]+)(.*?)`/.exec(usage) ?? [];
    if (name.startsWith("--")) return [];
    const options = [...rest.matchAll(/(--[a-z]+)( [^[\]| ]+)?/g)].map(
      ([, option = "", value]) => `${name} ${option}${value === undefined ? "" : " <value>"}`,
    );
    const words = rest.includes("[") || rest.includes("--") ? [] : (rest.match(/\w+/g) ?? []);
    return [name, ...options, ...words.map((word) => `${name} ${word}`)];
  });
}

test("the table of commands has every command, option and word, and no other", () => {
  assert.deepEqual([...new Set(listed())].sort(), known().sort());
});

test("what --by takes is in it", () => {
  assert.ok(usages.some((usage) => usage.includes("--by day|model")));
});

test("the table of exit codes has every code, and no other", () => {
  const codes = rows(section(PAGE, "Exit codes"))
    .map(([code = ""]) => code)
    .filter((code) => /^\d+$/.test(code));
  assert.deepEqual(codes.map(Number), Object.values(EXIT));
});
