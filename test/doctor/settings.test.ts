// What doctor says of Node, of its environment, and of the settings.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gatherRuntime, judgeRuntime } from "../../src/commands/doctor/runtime.ts";
import { judgeSettings } from "../../src/commands/doctor/settings.ts";
import { temporaryFolder } from "../support/folder.ts";
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

for (const name of ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_OPTIONS", "NODE_DEBUG"]) {
  test(`${name} in the environment is a warning, and its value is not printed`, () => {
    const checks = judgeRuntime(RUNTIME, { [name]: "planted" });
    assert.deepEqual(lines(checks)[1], "warning environment");
    assert.doesNotMatch(told(checks), /planted/);
    assert.equal(checks[1]?.mend, `unset ${name}`);
  });
}

test("certificates that NODE_EXTRA_CA_CERTS names and that cannot be read are a warning", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "authorities.pem");
  const judge = async (named: string) => {
    const env = { NODE_EXTRA_CA_CERTS: named };
    return judgeRuntime(await gatherRuntime(env), env).filter(({ id }) => id === "environment");
  };
  assert.match(
    told(await judge(path)),
    /NODE_EXTRA_CA_CERTS names is not there[^\n]*\nset NODE_EXTRA_CA_CERTS right/,
  );
  assert.match(told(await judge(folder)), /NODE_EXTRA_CA_CERTS names cannot be read \(EISDIR\)/);
  await writeFile(path, "");
  assert.deepEqual([await judge(path), await judge("")], [[], []]);
});

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

for (const value of ["no", "false", "0", "disabled", "planted"]) {
  test(`AGENT_USAGE_LIMITS=${value} does not switch off: a warning says that the call is made`, async () => {
    const env = { AGENT_USAGE_LIMITS: value };
    const [, check] = judgeSettings(await load(env), env, "/file");
    assert.equal(check?.status, "warning");
    assert.match(
      check?.message ?? "",
      /^AGENT_USAGE_LIMITS .*is not off: the call with the access token is made$/,
    );
    assert.match(check?.mend ?? "", /^AGENT_USAGE_LIMITS=off /);
    assert.doesNotMatch(told(judgeSettings(await load(env), env, "/file")), /planted/);
  });
}

for (const value of ["off", " OFF ", "", "on", "1", "True", "yes"]) {
  test(`AGENT_USAGE_LIMITS="${value}" says what it does: no warning`, async () => {
    const env = { AGENT_USAGE_LIMITS: value };
    assert.deepEqual(lines(judgeSettings(await load(env), env, "/file")), ["ok settings"]);
  });
}

test("limits in the settings file: the mend names the variable that switches them off, and service.env", async () => {
  const checks = judgeSettings(await load({}, '{"limits":"off"}'), {}, "/file");
  assert.deepEqual(lines(checks), ["failure settings"]);
  assert.match(
    checks[0]?.mend ?? "",
    /^edit \/file: .*AGENT_USAGE_LIMITS=off alone.*service\.env \(docs\/service\.md\)$/,
  );
});
