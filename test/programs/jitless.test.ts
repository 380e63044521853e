// `node --jitless` has no WebAssembly, without which no transcript can be read (rule CLI-10).
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CLI, DAEMON, runProgram } from "../support/program.ts";

const JITLESS = { execArgv: ["--jitless"] };
const FIX =
  "remove --jitless from NODE_OPTIONS or from the command that starts Node, or install another Node";

for (const [name, program, args] of [
  ["the daemon", DAEMON, []],
  ["beat", CLI, ["beat"]],
] as const) {
  test(`without WebAssembly ${name} says how to fix it, writes nothing and exits with 1`, async (t) => {
    const { code, stdout, stderr, home } = await runProgram(t, program, args, JITLESS);
    const message = `agent-usage: this Node has no WebAssembly, which every scan needs. Fix: ${FIX}\n`;
    assert.deepEqual([code, stdout, existsSync(join(home, ".local"))], [1, "", false]);
    assert.ok(stderr.endsWith(message), stderr);
  });
}

test("doctor reports it as a failure of Node, with the right fix", async (t) => {
  const { code, stdout } = await runProgram(t, CLI, ["doctor", "--json"], JITLESS);
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; fix?: string }[] };
  const failed = checks.find(({ id, status }) => id === "node" && status === "failure");
  assert.deepEqual([code, failed?.fix], [1, FIX]);
  assert.equal(
    checks.find(({ id }) => id === "memory"),
    undefined,
  );
});
