// Doctor and Node, its environment, and the settings.
import assert from "node:assert/strict";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { homeFolder } from "../../src/base/settings/home.ts";
import { gatherRuntime, judgeRuntime } from "../../src/commands/doctor/runtime.ts";
import { gatherSettingsFile, judgeSettings } from "../../src/commands/doctor/settings.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { settingsFile } from "../../src/settings/paths.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { load } from "../support/settings-call.ts";

const FILE = { path: "/file", isOurs: true };
const RUNTIME = { version: "20.0.0" };

test("Node before 20 is a failure", () => {
  assert.deepEqual(lines(judgeRuntime({ ...RUNTIME, version: "18.20.4" }, {})), ["failure node"]);
  assert.deepEqual(lines(judgeRuntime(RUNTIME, {})), ["ok node"]);
});

test("not enough memory for the scan is a failure with both fixes", () => {
  const checks = judgeRuntime({ ...RUNTIME, obstacle: "no_memory" }, {});
  assert.deepEqual(lines(checks), ["ok node", "failure memory"]);
  assert.match(checks[1]?.fix ?? "", /ulimit -v.*--disable-wasm-trap-handler/);
});

for (const name of ["NODE_TLS_REJECT_UNAUTHORIZED", "NODE_OPTIONS", "NODE_DEBUG"]) {
  test(`${name} in the environment is a warning, and its value is not printed`, () => {
    const checks = judgeRuntime(RUNTIME, { [name]: "planted" });
    assert.deepEqual(lines(checks)[1], "warning environment");
    assert.doesNotMatch(printed(checks), /planted/);
    assert.equal(checks[1]?.fix, `unset ${name}`);
  });
}

test("a clock change that this version does not know is a warning with its first day", () => {
  const [, clock] = judgeRuntime({ ...RUNTIME, unknownClock: "2027-03-14" }, {});
  assert.deepEqual([clock?.status, clock?.id], ["warning", "time-zone"]);
  assert.match(clock?.message ?? "", /2027-03-14/);
});

test("unreadable certificates in NODE_EXTRA_CA_CERTS are a warning", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "authorities.pem");
  const judge = async (named: string) => {
    const env = { NODE_EXTRA_CA_CERTS: named };
    return judgeRuntime(await gatherRuntime(env, NOW), env).filter(({ id }) => id === "environment");
  };
  assert.match(
    printed(await judge(path)),
    /NODE_EXTRA_CA_CERTS: no such file or folder[^\n]*\ncorrect NODE_EXTRA_CA_CERTS/,
  );
  assert.match(printed(await judge(folder)), /NODE_EXTRA_CA_CERTS: a folder, not a file/);
  await writeFile(path, "");
  assert.deepEqual([await judge(path), await judge("")], [[], []]);
});

test("the settings are counted by source", async () => {
  const env = { AGENT_USAGE_LABEL: "desk" };
  const checks = judgeSettings(await load(env, '{"account":"a","label":"b"}'), env, FILE);
  assert.deepEqual(printed(checks), "1 setting from the file, 1 from the environment\n");
});

test("each wrong setting is a failure with its origin", async () => {
  const env = { AGENT_USAGE_BASE_URL: "http://planted" };
  const checks = judgeSettings(await load(env, '{"label":7,"heard-of":1}'), env, {
    ...FILE,
    path: "/a file",
  });
  assert.deepEqual(lines(checks), ["failure settings", "failure settings", "failure settings"]);
  assert.match(printed(checks), /AGENT_USAGE_BASE_URL \(environment\)/);
  assert.match(printed(checks), /label \(settings file\)[^\n]*\nedit '\/a file'/);
  assert.doesNotMatch(printed(checks), /planted/);
});

test("a misspelled variable is a warning with a suggestion", async () => {
  const env = { AGENT_USAGE_BASEURL: "x", AGENT_USAGE_SERVICE: "launchd", AGENT_USAGE_LIMITS: "off" };
  const checks = judgeSettings(await load(env), env, FILE);
  assert.deepEqual(lines(checks), ["ok settings", "warning settings"]);
  assert.match(printed(checks), /AGENT_USAGE_BASEURL[^\n]*did you mean AGENT_USAGE_BASE_URL/);
});

test("AGENT_USAGE_LIMITS=no is a failure; the fix is the value that turns limits off", async () => {
  const env = { AGENT_USAGE_LIMITS: "no" };
  const [check, ...more] = judgeSettings(await load(env), env, FILE);
  assert.deepEqual([check?.status, more], ["failure", []]);
  assert.equal(check?.fix, "set AGENT_USAGE_LIMITS=off to turn limits off, or unset it");
});

for (const value of ["off", " OFF ", "", "on", "1", "True", "yes"]) {
  test(`AGENT_USAGE_LIMITS="${value}" is clear: no warning`, async () => {
    const env = { AGENT_USAGE_LIMITS: value };
    assert.deepEqual(lines(judgeSettings(await load(env), env, FILE)), ["ok settings"]);
  });
}

test("limits in the settings file: the fix names the variable that turns them off, and service.env", async () => {
  const checks = judgeSettings(await load({}, '{"limits":"off"}'), {}, FILE);
  assert.deepEqual(lines(checks), ["failure settings"]);
  assert.match(
    checks[0]?.fix ?? "",
    /^edit \/file: only AGENT_USAGE_LIMITS=off .*service\.env \(docs\/service\.md\)$/,
  );
});

/** Makes a home with a settings file of that mode. Returns a function that judges it. */
async function settingsOfMode(t: TestContext, mode: number) {
  const env = { HOME: await temporaryFolder(t) };
  const path = settingsFile(env, homeFolder(env) ?? "");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "{}");
  await chmod(path, mode);
  const judge = async () => judgeSettings(await loadConfig({ env }), env, await gatherSettingsFile(path));
  return { path, judge };
}

test("a world-writable settings file: the fix is the command that closes it", async (t) => {
  const { path, judge } = await settingsOfMode(t, 0o666);
  const [check] = await judge();
  assert.deepEqual([check?.status, check?.fix], ["failure", `chmod 600 ${path}`]);
});

test("a settings file that another user owns: the fix is the chown command", {
  skip: process.getuid?.() === 0 ? false : "only root can give a file away",
}, async (t) => {
  const { path, judge } = await settingsOfMode(t, 0o600);
  await chown(path, 65_534, 65_534);
  const [check] = await judge();
  assert.deepEqual([check?.status, check?.fix], ["failure", `sudo chown "$(id -un)" ${path}`]);
});

test("a folder in place of the settings file: the fix is to move it away", async (t) => {
  const env = { HOME: await temporaryFolder(t) };
  const path = settingsFile(env, homeFolder(env) ?? "");
  await mkdir(path, { recursive: true });
  const [check] = judgeSettings(await loadConfig({ env }), env, await gatherSettingsFile(path));
  assert.equal(check?.fix, `move ${path} away: it is not a file`);
});

for (const [what, code, isOurs, fix] of [
  ["closed, but ours", "EACCES", true, "chmod u+r /file"],
  ["closed, and another user's", "EACCES", false, 'sudo chown "$(id -un)" /file'],
  ["below a closed folder", "EACCES", undefined, "check the modes of the folders above /file"],
  ["world-writable, and root's", "EWRITABLE", false, 'sudo chown "$(id -un)" /file && chmod 600 /file'],
  ["on a failing disk", "EIO", true, "edit /file"],
] as const) {
  test(`a settings file that is ${what}: ${fix}`, async () => {
    const readFile = async () => Promise.reject(Object.assign(new Error("refused"), { code }));
    const loaded = await loadConfig({ env: { HOME: "/home/me" }, readFile });
    assert.equal(judgeSettings(loaded, {}, { path: "/file", isOurs })[0]?.fix, fix);
  });
}
