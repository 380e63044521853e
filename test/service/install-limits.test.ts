// `install` and the switch for the limits call: a service never sends a token if the limits are off in the shell (rule INSTALL-13).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { plistEnvironment } from "../../src/service/install/launchd-plist.ts";
import { parseServiceEnv } from "../../src/service/install/service-env-file.ts";
import { servicePlace } from "../support/service/service-home.ts";

const OFF = { AGENT_USAGE_LIMITS: "off" };

/** A home, and what the service in it is given. */
async function placeOf(t: Parameters<typeof servicePlace>[0], manager: "systemd" | "launchd") {
  const place = await servicePlace(t);
  const isSystemd = manager === "systemd";
  const path = join(
    place.home,
    isSystemd ? ".config/agent-usage/service.env" : "Library/LaunchAgents/agent-usage.plist",
  );
  const limits = async () => {
    const text = await readFile(path, "utf8").catch(() => "");
    return (isSystemd ? parseServiceEnv(text) : plistEnvironment(text))["AGENT_USAGE_LIMITS"];
  };
  return { ...place, path, limits };
}

for (const manager of ["systemd", "launchd"] as const) {
  for (const value of ["off", " OFF "]) {
    test(`${manager}: AGENT_USAGE_LIMITS="${value}" in the shell is copied before --now starts the service`, async (t) => {
      const { install, limits, path } = await placeOf(t, manager);
      const { code, printed } = await install({ manager, env: { AGENT_USAGE_LIMITS: value } }, { now: true });
      assert.deepEqual([code, await limits()], [0, "off"]);
      assert.ok(
        printed.includes(
          `Note: limits are off for the service, as in this shell: AGENT_USAGE_LIMITS=off is now in ${path}. `,
        ),
        printed,
      );
      assert.doesNotMatch(printed, /this shell only/);
    });
  }

  test(`${manager}: the switch stays off when install runs in a shell without the variable, and install says so`, async (t) => {
    const { install, limits, path } = await placeOf(t, manager);
    await install({ manager, env: OFF });
    const { printed } = await install({ manager });
    assert.equal(await limits(), "off");
    assert.ok(
      printed.includes(`Note: limits are off for the service: AGENT_USAGE_LIMITS=off is in ${path}. `),
    );
  });

  test(`${manager}: if the limits are on, nothing is printed and nothing is copied`, async (t) => {
    const { install, limits } = await placeOf(t, manager);
    const { printed } = await install({ manager, env: { AGENT_USAGE_LIMITS: "on" } });
    assert.equal(await limits(), undefined);
    assert.doesNotMatch(printed, /limits|LIMITS/);
  });
}

test("off in the shell replaces another value in service.env, and keeps the other lines", async (t) => {
  const { install, put, path } = await placeOf(t, "systemd");
  await put(".config/agent-usage/service.env", "# mine\nAGENT_USAGE_LIMITS=on\nAGENT_USAGE_LABEL=desk\n");
  await install({ env: OFF });
  assert.equal(await readFile(path, "utf8"), '# mine\nAGENT_USAGE_LABEL=desk\nAGENT_USAGE_LIMITS="off"\n');
});

test("a user's line that turns the limits off is not touched", async (t) => {
  const { install, put, path } = await placeOf(t, "systemd");
  const text = "AGENT_USAGE_LIMITS=Off # for now\nAGENT_USAGE_LIMITS='OFF'\n";
  await put(".config/agent-usage/service.env", text);
  await install({ env: OFF });
  assert.equal(await readFile(path, "utf8"), text);
});

test("on launchd the switch is gone once the user removes it from the service file", async (t) => {
  const { install, limits, path, put, home } = await placeOf(t, "launchd");
  await install({ manager: "launchd", env: OFF });
  const text = await readFile(path, "utf8");
  await put(
    path.slice(home.length + 1),
    text.replace(/ *<key>AGENT_USAGE_LIMITS<\/key>\n *<string>off<\/string>\n/, ""),
  );
  assert.doesNotMatch((await install({ manager: "launchd" })).printed, /limits are off/);
  assert.equal(await limits(), undefined);
});

test("on launchd, uninstall removes the switch with the service file, and prints what to do before the next install", async (t) => {
  const { install, uninstall } = await placeOf(t, "launchd");
  await install({ manager: "launchd", env: OFF });
  const { printed } = await uninstall({ manager: "launchd" });
  assert.match(printed, /^Limits were off for the service\. Before .*: export AGENT_USAGE_LIMITS=off$/m);
  assert.doesNotMatch((await uninstall({ manager: "launchd" })).printed, /Limits/);
});

test("a value in the shell that may mean off: nothing is written or started, and the right value is named", async (t) => {
  const { install, unit } = await placeOf(t, "systemd");
  const { code, printed, ran } = await install({ env: { AGENT_USAGE_LIMITS: "no" } }, { now: true });
  assert.deepEqual(
    [code, printed],
    [
      1,
      "agent-usage: AGENT_USAGE_LIMITS (environment) must be off or on. Fix: set AGENT_USAGE_LIMITS=off to turn limits off, or unset it. Nothing was installed.\n",
    ],
  );
  assert.deepEqual(ran, []);
  await assert.rejects(readFile(unit), { code: "ENOENT" });
});

test("such a value in service.env: --now starts nothing, and that file is named", async (t) => {
  const { install, put, path } = await placeOf(t, "systemd");
  await put(".config/agent-usage/service.env", "AGENT_USAGE_LIMITS=no\n");
  const { code, printed, ran } = await install({}, { now: true });
  assert.equal(code, 1);
  assert.ok(
    printed.includes(
      `Note: AGENT_USAGE_LIMITS (${path}) must be off or on. Fix: set AGENT_USAGE_LIMITS=off to turn limits off, or unset it. The service cannot start`,
    ),
    printed,
  );
  assert.deepEqual(
    ran.filter((line) => line.includes("restart")),
    [],
  );
});
