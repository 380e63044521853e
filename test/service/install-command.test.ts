// `agent-usage install` with a fake service manager: what it writes, prints and runs. For a real one, see
// user-manager.test.ts.
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { NO_BUS, servicePlace } from "../support/service/service-home.ts";

const NOW = { now: true };
const START = [
  "systemctl --user daemon-reload",
  "systemctl --user enable agent-usage",
  "systemctl --user restart agent-usage",
];
const started = (ran: string[]) => ran.filter((line) => START.includes(line));

test("--now always restarts the service: the daemon's file may have changed", async (t) => {
  const { install } = await servicePlace(t);
  assert.deepEqual(started((await install({}, NOW)).ran), START);
  const again = await install({}, NOW);
  assert.match(again.printed, /^Unchanged: /);
  assert.deepEqual([again.code, started(again.ran)], [0, START]);
});

test("a second install prints how to restart the service", async (t) => {
  const { install } = await servicePlace(t);
  assert.match((await install()).printed, /^ {2}systemctl --user enable --now agent-usage$/m);
  assert.match((await install()).printed, /^ {2}systemctl --user restart agent-usage$/m);
});

test("a variable that cannot be copied is named, without its value", async (t) => {
  const { install } = await servicePlace(t);
  const { printed, code } = await install({ env: { HTTPS_PROXY: "http://me:secret\n@proxy" } });
  assert.match(printed, /^Note: HTTPS_PROXY was not copied: it contains a control character\.$/m);
  assert.deepEqual([code, /secret/.test(printed)], [0, false]);
});

test("wrong settings are reported, and the service is installed", async (t) => {
  const { install, put, unit } = await servicePlace(t);
  await put(".config/agent-usage/config.json", '{"baseUrl":"http://secret.example","label":7}');
  const { printed, code } = await install();
  assert.match(
    printed,
    /^Note: baseUrl \(settings file\) must be an https URL.*\. The service cannot start until you fix this\.$/m,
  );
  assert.match(printed, /^Note: label \(settings file\)/m);
  assert.deepEqual([code, /secret/.test(printed)], [0, false]);
  await stat(unit);
});

test("with wrong settings, --now starts nothing, says so and exits with 1", async (t) => {
  const { install, put, unit } = await servicePlace(t);
  await put(".config/agent-usage/config.json", "{");
  const { printed, code, ran } = await install({}, NOW);
  assert.match(printed, /^agent-usage: the settings are wrong: the service was not started\. Fix: .+$/m);
  assert.deepEqual([code, started(ran)], [1, []]);
  await stat(unit);
});

test("a push token that the service cannot read counts as a wrong setting", async (t) => {
  const { install, put } = await servicePlace(t);
  await put(".config/agent-usage/config.json", '{"pushTokenFile":"~/none"}');
  assert.match((await install()).printed, /^Note: pushTokenFile \(settings file\): /m);
});

test("a wrong setting in this shell only does not affect the service", async (t) => {
  const { install } = await servicePlace(t);
  const { code, printed } = await install({ env: { AGENT_USAGE_BASE_URL: "http://x" } }, NOW);
  assert.equal(code, 0);
  assert.match(printed, /^Note: AGENT_USAGE_BASE_URL is set in this shell only.* into the settings file\.$/m);
});

test("the unit is written to the folder that the manager reports, not to the one in its environment", async (t) => {
  const { install, home } = await servicePlace(t);
  const folder = join(home, "units/systemd/user");
  const output = `${folder}.control /run/user/1/systemd/user.control ${folder} /etc/systemd/user`;
  const answers = {
    "systemctl --user show --property=UnitPath": { status: 0, output },
    "systemctl --user show-environment": { status: 0, output: `XDG_CONFIG_HOME=${home}/elsewhere` },
  };
  assert.match(
    (await install({ answers })).printed,
    new RegExp(`^Wrote ${folder}/agent-usage\\.service$`, "m"),
  );
});

test("the manager's folder may have a space in its name, which systemctl prints in quotes", async (t) => {
  const { install, home } = await servicePlace(t);
  const folder = join(home, "my units/systemd/user");
  const answers = {
    "systemctl --user show --property=UnitPath": {
      status: 0,
      output: `"${folder}.control" "${folder}" /etc`,
    },
    busctl: { status: 0, output: JSON.stringify({ type: "as", data: [`${folder}.control`, folder] }) },
  };
  assert.match(
    (await install({ answers })).printed,
    new RegExp(`^Wrote ${folder}/agent-usage\\.service$`, "m"),
  );
});

const WITHOUT_BUS = {
  answers: {
    "systemctl --user": NO_BUS,
    "systemd-analyze": { status: 1, output: "Failed to initialize manager: No such device or address" },
  },
};

test("without a login session, install writes the files and says what --now needs", async (t) => {
  const { install, unit } = await servicePlace(t);
  const { code, printed } = await install(WITHOUT_BUS);
  assert.equal(code, 0);
  assert.match(printed, /^Note: .*No medium found.*--now, need a login session, not su or sudo\.$/m);
  await stat(unit);
});

test("without a login session, --now writes the files, prints the system's reason and exits with 1", async (t) => {
  const { install, unit } = await servicePlace(t);
  const { code, printed } = await install(WITHOUT_BUS, NOW);
  assert.equal(code, 1);
  assert.match(printed, /No medium found\): --now needs a login session/);
  await stat(unit);
});

for (const [daemon, isNoted] of [
  ["/home/me/.local/lib/node_modules/agent-usage/dist/daemon.js", false],
  ["/tmp/agent-usage/dist/daemon.js", true],
] as const) {
  test(`a daemon at ${daemon} is ${isNoted ? "" : "not "}reported to be in a temporary folder`, async (t) => {
    const { install } = await servicePlace(t);
    assert.equal(/is in a temporary folder/.test((await install({}, { daemon })).printed), isNoted);
  });
}

test("a file that cannot be written is named, with the reason", async (t) => {
  const { install, unit, put } = await servicePlace(t);
  await put(".config/systemd", "a file in place of the folder");
  const { code, printed } = await install();
  assert.deepEqual([code, printed], [1, `agent-usage: cannot write ${unit}: not a folder\n`]);
});

test("the user's own lines in service.env are kept", async (t) => {
  const { install, put } = await servicePlace(t);
  const path = await put(
    ".config/agent-usage/service.env",
    "HTTPS_PROXY=\"http://old\"\nAGENT_USAGE_LABEL='desk'\n",
  );
  await install({ env: { HTTPS_PROXY: "http://new" } });
  assert.equal(await readFile(path, "utf8"), "HTTPS_PROXY=\"http://new\"\nAGENT_USAGE_LABEL='desk'\n");
  assert.match(
    (await install({ env: { HTTPS_PROXY: "http://new" } })).printed,
    /^Unchanged: .*service\.env$/m,
  );
  await install();
  assert.equal(await readFile(path, "utf8"), "AGENT_USAGE_LABEL='desk'\n");
});

test("a variable of this shell that is also in service.env gets no note: the service sees it", async (t) => {
  const { install, put } = await servicePlace(t);
  await put(".config/agent-usage/service.env", "AGENT_USAGE_ACCOUNT=mine\n");
  const { printed } = await install({ env: { AGENT_USAGE_ACCOUNT: "mine", AGENT_USAGE_LABEL: "desk" } });
  assert.deepEqual(printed.match(/AGENT_USAGE_\w+/g), ["AGENT_USAGE_LABEL"]);
});

test("an install with another XDG_CONFIG_HOME removes the old service.env", async (t) => {
  const { install, home } = await servicePlace(t);
  const env = { HTTPS_PROXY: "http://me:secret@proxy" };
  await install({ env: { ...env, XDG_CONFIG_HOME: join(home, "[a] b") } });
  const { printed } = await install({ env });
  assert.match(printed, /^Removed .*\/\[a\] b\/agent-usage\/service\.env$/m);
  assert.match(printed, /^Wrote .*\.config\/agent-usage\/service\.env$/m);
});
