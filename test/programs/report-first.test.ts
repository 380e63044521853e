// `report` as it is built, before the first beat: its JSON, CSV and page have no place for a word (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLI, runProgram } from "../support/program.ts";

for (const args of [["--json"], ["--csv"], ["--html", "-"], ["--html", "usage.html"]]) {
  test(`report ${args.join(" ")} says on standard error that nothing has looked yet, before the first beat`, async (t) => {
    const { code, stderr } = await runProgram(t, CLI, ["report", ...args]);
    assert.equal(code, 0);
    assert.match(stderr, /^agent-usage: no beat has run yet: run "agent-usage beat"[^\n]*\n$/);
  });
}

test("a page that cannot be written is the one thing that is said, before the first beat too", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["report", "--html", "."]);
  assert.equal(code, 64);
  assert.match(stderr, /^agent-usage: --html [^\n]+\n$/);
});
