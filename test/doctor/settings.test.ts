// What doctor says of Node, of its environment, and of the settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeRuntime } from "../../src/commands/doctor/runtime.ts";
import { judgeSettings } from "../../src/commands/doctor/settings.ts";
import { load } from "../support/settings-call.ts";
import { lines, told } from "./lines.ts";

const RUNTIME = { version: "20.0.0", hasMemory: true };

test("a Node before 20 is a failure", () => {
  assert.deepEqual(lines(judgeRuntime({ ...RUNTIME, version: "18.20.4" }, {})), ["failure node"]);
  assert.deepEqual(lines(judgeRuntime(RUNTIME, {})), ["ok node"]);
});

test("a Node that gets no memory for the scan is a failure, with both mends", () => {
  const checks = judgeRuntime({ ...RUNTIME, hasMemory: false }, {});
  assert.deepEqual(lines(checks), ["ok node", "failure memory"]);
  assert.match(checks[1]?.mend ?? "", /ulimit -v.*--disable-wasm-trap-handler/);
});

for (const name of ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_OPTIONS"]) {
  test(`${name} in the environment is a warning, and its value is not printed`, () => {
    const checks = judgeRuntime(RUNTIME, { [name]: "planted" });
    assert.deepEqual(lines(checks)[1], "warning environment");
    assert.doesNotMatch(told(checks), /planted/);
    assert.equal(checks[1]?.mend, `unset ${name}`);
  });
}

test("how many settings there are, and from where, is said", async () => {
  const env = { AGENT_USAGE_LABEL: "desk" };
  const checks = judgeSettings(await load(env, '{"account":"a","label":"b"}'), env, "/file");
  assert.deepEqual(told(checks), "1 setting from the file, 1 from the environment\n");
});

test("each setting that is wrong is a failure with its origin", async () => {
  const env = { AGENT_USAGE_BASE_URL: "http://planted" };
  const checks = judgeSettings(await load(env, '{"label":7,"heard-of":1}'), env, "/a file");
  assert.deepEqual(lines(checks), ["failure settings", "failure settings", "failure settings"]);
  assert.match(told(checks), /AGENT_USAGE_BASE_URL \(environment\)/);
  assert.match(told(checks), /label \(settings file\)[^\n]*\nedit '\/a file'/);
  assert.doesNotMatch(told(checks), /planted/);
});

test("a variable that is nearly one of ours is a warning that names it", async () => {
  const env = { AGENT_USAGE_BASEURL: "x", AGENT_USAGE_SERVICE: "launchd", AGENT_USAGE_LIMITS: "off" };
  const checks = judgeSettings(await load(env), env, "/file");
  assert.deepEqual(lines(checks), ["ok settings", "warning settings"]);
  assert.match(told(checks), /AGENT_USAGE_BASEURL[^\n]*did you mean AGENT_USAGE_BASE_URL/);
});
