// `agent-usage uninstall` with a fake service manager: what it removes and what it keeps.
import assert from "node:assert/strict";
import promises, { mkdir, readFile, rm, stat } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { stateFolder } from "../../src/state/folder/state-folder.ts";
import { takeLock } from "../../src/state/lock/index.ts";
import { beatAt, emptyState, MINUTE } from "../support/fixtures.ts";
import { servicePlace } from "../support/service/service-home.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const PURGE = { purge: true };
const PROXY = { HTTPS_PROXY: "http://me:secret@proxy" };
const STATE = encodeState(emptyState());

test("from a shell with other XDG folders than install's, it removes the service's variables and state", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  const moved = { XDG_CONFIG_HOME: join(home, "[cfg] 50%h"), XDG_STATE_HOME: join(home, "states") };
  await install({ env: { ...PROXY, ...moved } });
  await put("[cfg] 50%h/agent-usage/config.json", '{"label":"desk"}');
  await put("states/agent-usage/state.json", STATE);
  const neighbor = await put("other/agent-usage/state.json", STATE);
  const { code, printed } = await uninstall({ env: { XDG_STATE_HOME: join(home, "other") } }, PURGE);
  assert.equal(code, 0, printed);
  assert.deepEqual(await namesIn(join(home, "[cfg] 50%h")), []);
  assert.deepEqual(await namesIn(join(home, "states")), []);
  assert.equal(await readFile(neighbor, "utf8"), STATE);
});

test("launchd: from a shell with other XDG folders than install's, it removes the service's state", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ manager: "launchd", env: { XDG_STATE_HOME: join(home, "a & b") } });
  await put("a & b/agent-usage/state.json", STATE);
  await put("other/agent-usage/state.json", STATE);
  await uninstall({ manager: "launchd", env: { XDG_STATE_HOME: join(home, "other") } }, PURGE);
  assert.deepEqual(await namesIn(join(home, "a & b")), []);
  assert.deepEqual(await namesIn(join(home, "other/agent-usage")), ["state.json"]);
});

for (const [what, fields] of [
  ["of another program", { program: "agent-usage-claude-code" }],
  ["of a newer version", { schemaVersion: 2 }],
] as const) {
  test(`--purge refuses a state that is ${what}, names the setting and removes nothing`, async (t) => {
    const { install, uninstall, unit, home, put } = await servicePlace(t);
    await install();
    await put("X/state.json", JSON.stringify({ ...emptyState(), ...fields }));
    await put("X/machine-id", "7c9e6679-7425-40de-944b-e07fc1f90ae7\n");
    const { code, printed } = await uninstall({ env: { AGENT_USAGE_STATE_DIR: join(home, "X") } }, PURGE);
    assert.equal(code, 1);
    assert.match(printed, /AGENT_USAGE_STATE_DIR/);
    assert.deepEqual(await namesIn(join(home, "X")), ["machine-id", "state.json"]);
    await stat(unit);
  });
}

test("--purge with wrong settings names them, exits with 1 and removes nothing", async (t) => {
  const { install, uninstall, unit, home, put } = await servicePlace(t);
  await install();
  const settings = await put(".config/agent-usage/config.json", '{"stateDir":"~/elsewhere","labell":"x"}');
  await put(".local/state/agent-usage/state.json", STATE);
  const { code, printed } = await uninstall({}, PURGE);
  assert.equal(code, 1);
  assert.match(
    printed,
    /^agent-usage: "labell" \([^)]+\/config\.json\) is not a setting \(did you mean label\?\)$/m,
  );
  for (const path of [unit, settings, join(home, ".local/state/agent-usage/state.json")]) await stat(path);
});

test("--purge removes the state that the settings name, and the settings", async (t) => {
  const { uninstall, home, put } = await servicePlace(t);
  await put(".config/agent-usage/config.json", '{"stateDir":"~/elsewhere"}');
  await put("elsewhere/state.json", STATE);
  assert.equal((await uninstall({}, PURGE)).code, 0);
  assert.deepEqual(await namesIn(home), [".config"]);
  assert.deepEqual(await namesIn(join(home, ".config")), []);
});

test("--purge during a refresh exits with 1 and keeps the state and the settings", async (t) => {
  const { uninstall, put } = await servicePlace(t);
  const settings = await put(".config/agent-usage/config.json", '{"stateDir":"~/elsewhere"}');
  const state = await put("elsewhere/state.json", STATE);
  const lock = await takeLock(stateFolder(dirname(state)));
  const { code, printed } = await uninstall({}, PURGE);
  if (lock.status === "held") await lock.release();
  assert.equal(code, 1);
  assert.match(printed, /a refresh is running, so the state and the settings were kept/);
  assert.deepEqual(await Promise.all([state, settings].map((path) => readFile(path, "utf8").then(Boolean))), [
    true,
    true,
  ]);
});

for (const [minutes, says] of [
  [5, true],
  [60, false],
] as const) {
  test(`--purge ${minutes} minutes after a refresh ${says ? "says" : "does not say"} that a daemon may still run`, async (t) => {
    const { uninstall, put } = await servicePlace(t);
    await put(".config/agent-usage/config.json", '{"stateDir":"~/elsewhere"}');
    const lastBeat = beatAt(Date.now() - minutes * MINUTE);
    await put("elsewhere/state.json", encodeState(emptyState({ lastBeat })));
    const { code, printed } = await uninstall({}, PURGE);
    assert.equal(code, 0);
    assert.equal(/If a daemon runs in a terminal, stop it/.test(printed), says);
  });
}

const FAILS = { status: 1, output: "Transport endpoint is not connected" };

test("a service that does not stop is reported with exit code 1, and nothing is removed", async (t) => {
  const { install, uninstall, unit } = await servicePlace(t);
  await install();
  const answers = {
    "systemctl --user disable": FAILS,
    "systemctl --user is-active": { status: 0, output: "active" },
  };
  const { code, printed } = await uninstall({ answers });
  assert.equal(code, 1);
  assert.match(printed, /did not stop the service, so nothing was removed: Transport endpoint/);
  await stat(unit);
});

test("a service that is not running need not be stopped", async (t) => {
  const { install, uninstall, unit } = await servicePlace(t);
  await install();
  const answers = {
    "systemctl --user disable": FAILS,
    "systemctl --user is-active": { status: 3, output: "inactive" },
  };
  assert.equal((await uninstall({ answers })).code, 0);
  await assert.rejects(stat(unit), { code: "ENOENT" });
});

test("if systemd cannot be reached, the files are removed and its message is printed", async (t) => {
  const { install, uninstall, unit } = await servicePlace(t);
  await install();
  const answers = { systemctl: { status: null, output: "systemctl is not on PATH" } };
  const { printed } = await uninstall({ answers });
  assert.match(printed, /cannot reach systemd \(systemctl is not on PATH\)\. .* until you log out\.$/m);
  await assert.rejects(stat(unit), { code: "ENOENT" });
});

test("a file that cannot be removed is named, with exit code 1", async (t) => {
  const { install, uninstall, home } = await servicePlace(t);
  await install({ env: PROXY });
  const path = join(home, ".config/agent-usage/service.env");
  const wants = join(home, ".config/systemd/user/default.target.wants/agent-usage.service");
  await rm(path);
  await mkdir(wants, { recursive: true });
  const { code, printed } = await uninstall();
  assert.equal(code, 1);
  assert.ok(printed.includes(`cannot remove ${wants}: `), printed);
});

test("the settings' folder is removed if only install used it, and kept if it has settings", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ env: PROXY });
  await uninstall();
  assert.ok(!(await namesIn(join(home, ".config"))).includes("agent-usage"));
  await install({ env: PROXY });
  await put(".config/agent-usage/config.json", '{"label":"desk"}');
  await uninstall();
  assert.deepEqual(await namesIn(join(home, ".config/agent-usage")), ["config.json"]);
});

const SERVICE_ENV = ".config/agent-usage/service.env";
const OWN_LINES = "# mine\nAGENT_USAGE_LIMITS=off\n";

test("lines that the user added to service.env stay, and the next install uses them", async (t) => {
  const { install, uninstall, unit, home, put } = await servicePlace(t);
  await install({ env: PROXY });
  const path = join(home, SERVICE_ENV);
  await put(SERVICE_ENV, `${await readFile(path, "utf8")}${OWN_LINES}`);
  const { code, printed } = await uninstall();
  assert.equal(code, 0, printed);
  await assert.rejects(stat(unit), { code: "ENOENT" });
  assert.equal(await readFile(path, "utf8"), OWN_LINES);
  assert.equal(await modeOf(path), 0o600);
  assert.match(printed, new RegExp(`^Kept your own lines in ${path}$`, "m"));
  assert.doesNotMatch(printed, new RegExp(`Removed ${path}`));
  await install();
  assert.equal(await readFile(path, "utf8"), OWN_LINES);
});

test("a second uninstall keeps the user's lines too", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install();
  await put(SERVICE_ENV, OWN_LINES);
  await uninstall();
  const { code, printed } = await uninstall();
  assert.deepEqual([code, await readFile(join(home, SERVICE_ENV), "utf8")], [0, OWN_LINES]);
  assert.match(printed, /^The service is not installed\.$/m);
});

test("from a shell with another XDG_CONFIG_HOME, the user's lines stay where the service read them", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ env: { XDG_CONFIG_HOME: join(home, "cfg") } });
  await put("cfg/agent-usage/service.env", OWN_LINES);
  await uninstall({ env: { XDG_CONFIG_HOME: join(home, "other") } });
  assert.equal(await readFile(join(home, "cfg/agent-usage/service.env"), "utf8"), OWN_LINES);
});

test("--purge removes the user's lines too", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ env: PROXY });
  await put(SERVICE_ENV, OWN_LINES);
  const { code, printed } = await uninstall({}, PURGE);
  assert.equal(code, 0, printed);
  assert.doesNotMatch(printed, /Kept/);
  assert.deepEqual(await namesIn(join(home, ".config")), ["systemd"]);
});

test("a service.env that cannot be rewritten is named, with exit code 1", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ env: PROXY });
  const path = await put(SERVICE_ENV, `HTTPS_PROXY="http://me"\n${OWN_LINES}`);
  const real = promises.rename;
  t.mock.method(promises, "rename", async (from: string, to: string) => {
    if (to === path) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    return real(from, to);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const { code, printed } = await uninstall();
  assert.equal(code, 1);
  assert.ok(printed.includes(`cannot write ${path}: the disk is full`), printed);
  assert.match(await readFile(join(home, SERVICE_ENV), "utf8"), /AGENT_USAGE_LIMITS=off/);
});

const NO_MANAGER = { manager: "none" } as const;

test("without a manager and with nothing installed, it says so and exits with 0", async (t) => {
  const { uninstall } = await servicePlace(t);
  const { code, printed, ran } = await uninstall(NO_MANAGER);
  assert.match(printed, /^The service is not installed: neither systemd nor launchd is running here\.$/m);
  assert.deepEqual([code, ran], [0, []]);
});

test("if the manager is no longer running, the files are removed and no manager is asked", async (t) => {
  const { install, uninstall, unit, home } = await servicePlace(t);
  await install({ env: PROXY });
  const { code, printed, ran } = await uninstall(NO_MANAGER);
  const variables = join(home, ".config/agent-usage/service.env");
  assert.equal(printed.startsWith(`Removed ${unit}\nRemoved ${variables}\n`), true, printed);
  assert.doesNotMatch(printed, /is not installed|cannot reach/);
  assert.deepEqual([code, ran], [0, []]);
  for (const path of [unit, variables]) await assert.rejects(stat(path), { code: "ENOENT" });
});

test("without a manager, --purge finds the service's state from another shell", async (t) => {
  const { install, uninstall, home, put } = await servicePlace(t);
  await install({ env: { XDG_STATE_HOME: join(home, "states") } });
  await put("states/agent-usage/state.json", STATE);
  assert.equal((await uninstall(NO_MANAGER, PURGE)).code, 0);
  assert.deepEqual(await namesIn(join(home, "states")), []);
});

for (const [what, files, line] of [
  ["a state only", [".local/state/agent-usage/state.json"], /^Removed the state: 1 file in .*$/],
  ["settings only", [".config/agent-usage/config.json"], /^Removed the settings\.$/],
  ["neither state nor settings", [], /^There were no state and no settings to remove\.$/],
] as const) {
  test(`--purge with ${what} prints what was removed, and no more`, async (t) => {
    const { uninstall, put } = await servicePlace(t);
    for (const path of files) await put(path, path.endsWith("state.json") ? STATE : '{"label":"desk"}');
    const { code, printed } = await uninstall({}, PURGE);
    const [, ...purged] = printed.trimEnd().split("\n");
    assert.deepEqual([code, purged.length], [0, 1], printed);
    assert.match(purged[0] ?? "", line);
  });
}
