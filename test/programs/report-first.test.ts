// The built `report` before the first beat: its JSON, CSV and page have no place for a message (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLI, runProgram } from "../support/program.ts";

for (const args of [["--json"], ["--csv"], ["--html", "-"], ["--html", "usage.html"]]) {
  test(`report ${args.join(" ")} before the first beat prints on standard error that no refresh has run`, async (t) => {
    const { code, stderr } = await runProgram(t, CLI, ["report", ...args]);
    assert.equal(code, 0);
    assert.match(stderr, /^agent-usage: no refresh has run yet\. Run "agent-usage beat"[^\n]*\n$/);
  });
}

test("a page that cannot be written is the only message, also before the first beat", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["report", "--html", "."]);
  assert.equal(code, 64);
  assert.match(stderr, /^agent-usage: --html [^\n]+\n$/);
});
