// AGENT_USAGE_LIMITS, the switch for the limits call (rules SETTINGS-6, SETTINGS-13).
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeProblem } from "../../src/base/settings/problem.ts";
import { load, problems } from "../support/settings-call.ts";

for (const value of ["off", " OFF\t", "", "on", "On", "1", "true", "yes", " YES "]) {
  test(`AGENT_USAGE_LIMITS=${JSON.stringify(value)} is accepted`, async () => {
    assert.deepEqual(await load({ AGENT_USAGE_LIMITS: value }), { status: "ok", config: {}, origins: {} });
  });
}

for (const value of ["no", "false", "0", "none", "disabled", "disable", "n", "of f", "offf", "'off'", "2"]) {
  test(`AGENT_USAGE_LIMITS=${JSON.stringify(value)} is an error that names the right value`, async () => {
    const [problem, ...more] = await problems(load({ AGENT_USAGE_LIMITS: value }));
    assert.ok(problem !== undefined);
    assert.deepEqual(more, []);
    assert.equal(
      describeProblem(problem),
      "AGENT_USAGE_LIMITS (environment) must be off or on. Fix: set AGENT_USAGE_LIMITS=off to turn limits off, or unset it",
    );
  });
}

test("a value that looks like a token is not repeated", async () => {
  const found = await problems(load({ AGENT_USAGE_LIMITS: "sk-planted-0123456789" }));
  assert.doesNotMatch(found.map((problem) => describeProblem(problem)).join(), /planted/);
});

test("it is reported together with other problems", async () => {
  const found = await problems(load({ AGENT_USAGE_LIMITS: "no", AGENT_USAGE_STATE_DIR: "relative" }));
  assert.deepEqual(
    found.map(({ setting, source }) => [setting, source]),
    [
      ["AGENT_USAGE_STATE_DIR", "environment"],
      ["AGENT_USAGE_LIMITS", "environment"],
    ],
  );
});
