// `agent-usage install`, with a service manager that is only asked: what is written, said and run. What a real one
// makes of it: user-manager.test.ts.
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { NO_BUS, servicePlace } from "../support/service-place.ts";

const NOW = { now: true };
const START = [
  "systemctl --user daemon-reload",
  "systemctl --user enable agent-usage",
  "systemctl --user restart agent-usage",
];
const started = (ran: string[]) => ran.filter((line) => START.includes(line));

test("--now always has the service begin anew: the daemon's file may be another by now", async (t) => {
  const { install } = await servicePlace(t);
  assert.deepEqual(started((await install({}, NOW)).ran), START);
  const again = await install({}, NOW);
  assert.match(again.said, /^Unchanged: /);
  assert.deepEqual([again.code, started(again.ran)], [0, START]);
});

test("a second install says how to have the service begin anew", async (t) => {
  const { install } = await servicePlace(t);
  assert.match((await install()).said, /^ {2}systemctl --user enable --now agent-usage$/m);
  assert.match((await install()).said, /^ {2}systemctl --user restart agent-usage$/m);
});

test("a value that cannot be written down is named, and not told", async (t) => {
  const { install } = await servicePlace(t);
  const { said, code } = await install({ env: { HTTPS_PROXY: "http://me:secret\n@proxy" } });
  assert.match(said, /^Note: HTTPS_PROXY was not copied: it contains a control character\.$/m);
  assert.deepEqual([code, /secret/.test(said)], [0, false]);
});

test("settings that are wrong are said, and the service is installed", async (t) => {
  const { install, put, unit } = await servicePlace(t);
  await put(".config/agent-usage/config.json", '{"baseUrl":"http://secret.example","label":7}');
  const { said, code } = await install();
  assert.match(
    said,
    /^Note: baseUrl \(settings file\) must be an https URL.*\. The service cannot start until you fix this\.$/m,
  );
  assert.match(said, /^Note: label \(settings file\)/m);
  assert.deepEqual([code, /secret/.test(said)], [0, false]);
  await stat(unit);
});

test("with settings that are wrong --now starts nothing, says so and ends with 1", async (t) => {
  const { install, put, unit } = await servicePlace(t);
  await put(".config/agent-usage/config.json", "{");
  const { said, code, ran } = await install({}, NOW);
  assert.match(said, /^agent-usage: the settings are wrong: the service was not started\. Fix: .+$/m);
  assert.deepEqual([code, started(ran)], [1, []]);
  await stat(unit);
});

test("a push token that the service could not read is such a mistake", async (t) => {
  const { install, put } = await servicePlace(t);
  await put(".config/agent-usage/config.json", '{"pushTokenFile":"~/none"}');
  assert.match((await install()).said, /^Note: pushTokenFile \(settings file\): /m);
});

test("a mistake in this shell alone is none of the service's", async (t) => {
  const { install } = await servicePlace(t);
  const { code, said } = await install({ env: { AGENT_USAGE_BASE_URL: "http://x" } }, NOW);
  assert.equal(code, 0);
  assert.match(said, /^Note: AGENT_USAGE_BASE_URL is set in this shell only.* into the settings file\.$/m);
});

test("the unit is written where the manager says that it looks, and not where its environment does", async (t) => {
  const { install, home } = await servicePlace(t);
  const folder = join(home, "units/systemd/user");
  const output = `${folder}.control /run/user/1/systemd/user.control ${folder} /etc/systemd/user`;
  const answers = {
    "systemctl --user show --property=UnitPath": { status: 0, output },
    "systemctl --user show-environment": { status: 0, output: `XDG_CONFIG_HOME=${home}/elsewhere` },
  };
  assert.match((await install({ answers })).said, new RegExp(`^Wrote ${folder}/agent-usage\\.service$`, "m"));
});

test("so it is where that has a space in it, which systemctl prints in quotes", async (t) => {
  const { install, home } = await servicePlace(t);
  const folder = join(home, "my units/systemd/user");
  const answers = {
    "systemctl --user show --property=UnitPath": {
      status: 0,
      output: `"${folder}.control" "${folder}" /etc`,
    },
    busctl: { status: 0, output: JSON.stringify({ type: "as", data: [`${folder}.control`, folder] }) },
  };
  assert.match((await install({ answers })).said, new RegExp(`^Wrote ${folder}/agent-usage\\.service$`, "m"));
});

const WITHOUT_BUS = {
  answers: {
    "systemctl --user": NO_BUS,
    "systemd-analyze": { status: 1, output: "Failed to initialize manager: No such device or address" },
  },
};

test("without a login session it writes, and says what --now needs", async (t) => {
  const { install, unit } = await servicePlace(t);
  const { code, said } = await install(WITHOUT_BUS);
  assert.equal(code, 0);
  assert.match(said, /^Note: .*No medium found.*--now, need a login session, not su or sudo\.$/m);
  await stat(unit);
});

test("without a login session --now writes, ends with 1 and says what the system said", async (t) => {
  const { install, unit } = await servicePlace(t);
  const { code, said } = await install(WITHOUT_BUS, NOW);
  assert.equal(code, 1);
  assert.match(said, /No medium found\): --now needs a login session/);
  await stat(unit);
});

for (const [daemon, isNoted] of [
  ["/home/me/.local/lib/node_modules/agent-usage/dist/daemon.js", false],
  ["/tmp/agent-usage/dist/daemon.js", true],
] as const) {
  test(`a daemon at ${daemon} is ${isNoted ? "" : "not "}said to lie in a passing folder`, async (t) => {
    const { install } = await servicePlace(t);
    assert.equal(/is in a temporary folder/.test((await install({}, { daemon })).said), isNoted);
  });
}

test("a file that cannot be written is named", async (t) => {
  const { install, unit, put } = await servicePlace(t);
  await put(".config/systemd", "a file in the folder's place");
  const { code, said } = await install();
  assert.deepEqual([code, said], [1, `agent-usage: cannot write ${unit}: not a folder\n`]);
});

test("the lines of service.env that the user added stay, and the service's settings are read with them", async (t) => {
  const { install, put } = await servicePlace(t);
  const path = await put(
    ".config/agent-usage/service.env",
    "HTTPS_PROXY=\"http://old\"\nAGENT_USAGE_LABEL='desk'\n",
  );
  await install({ env: { HTTPS_PROXY: "http://new" } });
  assert.equal(await readFile(path, "utf8"), "HTTPS_PROXY=\"http://new\"\nAGENT_USAGE_LABEL='desk'\n");
  assert.match((await install({ env: { HTTPS_PROXY: "http://new" } })).said, /^Unchanged: .*service\.env$/m);
  await install();
  assert.equal(await readFile(path, "utf8"), "AGENT_USAGE_LABEL='desk'\n");
});

test("a variable of this shell that the user put into service.env gets no note: the service sees it", async (t) => {
  const { install, put } = await servicePlace(t);
  await put(".config/agent-usage/service.env", "AGENT_USAGE_LIMITS=off\n");
  const { said } = await install({ env: { AGENT_USAGE_LIMITS: "off", AGENT_USAGE_LABEL: "desk" } });
  assert.deepEqual(said.match(/AGENT_USAGE_\w+/g), ["AGENT_USAGE_LABEL"]);
});

test("an install with another XDG_CONFIG_HOME leaves no variables in the old place", async (t) => {
  const { install, home } = await servicePlace(t);
  const env = { HTTPS_PROXY: "http://me:secret@proxy" };
  await install({ env: { ...env, XDG_CONFIG_HOME: join(home, "[a] b") } });
  const { said } = await install({ env });
  assert.match(said, /^Removed .*\/\[a\] b\/agent-usage\/service\.env$/m);
  assert.match(said, /^Wrote .*\.config\/agent-usage\/service\.env$/m);
});
