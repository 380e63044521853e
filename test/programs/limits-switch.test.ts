// A value of AGENT_USAGE_LIMITS that may mean off ends every program before anything is sent (rule SETTINGS-13).
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLI, DAEMON, runProgram } from "../support/program.ts";
import { assertHidden, SECRETS } from "../support/secrets.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { programsFor } from "../support/test-vendor.ts";

const MESSAGE =
  "agent-usage: AGENT_USAGE_LIMITS (environment) must be off or on. Fix: set AGENT_USAGE_LIMITS=off to turn limits off, or unset it\n";

for (const value of ["no", "false", "0", "none", "disabled", SECRETS.access]) {
  const named = value === SECRETS.access ? "a token" : value;
  test(`with AGENT_USAGE_LIMITS=${named}, a beat that could send the token sends nothing and exits with 1`, async (t) => {
    const world = await secretsHome(t, { version: "2.1.90" });
    const { cli } = await programsFor(t, world.collector.origin);
    const { ended, places } = await world.run(cli, ["beat"], { env: { AGENT_USAGE_LIMITS: value } });
    assert.deepEqual([ended.code, ended.stdout, ended.stderr], [1, "", MESSAGE]);
    assert.deepEqual(world.collector.requests, []);
    assertHidden(places);
  });
}

for (const [name, program, args] of [
  ["the daemon", DAEMON, []],
  ["config", CLI, ["config"]],
  ["status", CLI, ["status"]],
] as const) {
  test(`${name} refuses such a value too`, async (t) => {
    const { code, stderr } = await runProgram(t, program, args, { env: { AGENT_USAGE_LIMITS: "no" } });
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(MESSAGE), stderr);
  });
}

test("doctor calls it a failure, with the right value as the fix", async (t) => {
  const { code, stdout } = await runProgram(t, CLI, ["doctor", "--json"], {
    env: { AGENT_USAGE_LIMITS: "no" },
  });
  const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; fix?: string }[] };
  const found = checks.find(({ id }) => id === "settings");
  assert.deepEqual(
    [code, found?.status, found?.fix],
    [1, "failure", "set AGENT_USAGE_LIMITS=off to turn limits off, or unset it"],
  );
});
