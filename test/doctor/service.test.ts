// Doctor and the service: its files, what they run, and whether it runs.
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { judgeService } from "../../src/commands/doctor/service.ts";
import type { CommandRunner } from "../../src/service/install/command-runner.ts";
import { writeFiles } from "../../src/service/install/files.ts";
import {
  inspectPlan,
  inspectService,
  programPaths,
  type ServiceFacts,
} from "../../src/service/install/inspect.ts";
import type { Manager } from "../../src/service/install/manager.ts";
import { type Plan, planFor } from "../../src/service/install/plan.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { temporaryFolder } from "../support/folder.ts";

const SAYS = { systemd: "active", launchd: "\tstate = running" } as const;

/** A service as install leaves it, in a new home. */
async function installed(t: TestContext, manager: Manager, env: Record<string, string> = {}) {
  const home = await temporaryFolder(t);
  const daemon = join(home, "100% mine", 'a "daemon".js');
  const facts = { env: { HOME: home, ...env }, node: process.execPath, daemon, uid: 501 };
  const plan = planFor(manager, facts);
  await writeFiles(plan);
  const gather = (run: CommandRunner = () => ({ status: 0, output: SAYS[manager] }), other: Plan = plan) =>
    inspectPlan(other, { manager, env, home, run });
  return { home, daemon, plan, facts, gather };
}

for (const manager of ["systemd", "launchd"] as const) {
  test(`${manager}: current files and a running service are ok`, async (t) => {
    const { gather } = await installed(t, manager);
    const facts = { ...(await gather()), missing: [] };
    assert.deepEqual(lines(judgeService({ ...facts, lingers: true })), ["ok service-files", "ok service"]);
  });

  test(`${manager}: nothing installed is a warning with the command that installs`, async (t) => {
    const { gather, plan } = await installed(t, manager);
    for (const path of plan.owned) await rm(path, { force: true });
    const [check, ...more] = judgeService(await gather());
    assert.deepEqual([check?.status, check?.fix, more], ["warning", "agent-usage install --now", []]);
  });

  test(`${manager}: an edited file is a warning`, async (t) => {
    const { gather, plan } = await installed(t, manager);
    await writeFile(plan.files[0]?.path ?? "", "edited");
    assert.ok(lines(judgeService(await gather())).includes("warning service-files"));
  });

  test(`${manager}: a file with the path of a Node that has moved is a warning`, async (t) => {
    const { gather, facts } = await installed(t, manager);
    const later = planFor(manager, { ...facts, node: "/elsewhere/node" });
    assert.ok(lines(judgeService(await gather(undefined, later))).includes("warning service-files"));
  });

  test(`${manager}: a missing daemon is a failure that names it`, async (t) => {
    const { gather, daemon } = await installed(t, manager);
    assert.deepEqual((await gather()).missing, [daemon]);
    assert.equal(lines(judgeService(await gather()))[0], "failure service-files");
  });
}

test("variables that this shell no longer has are a warning", async (t) => {
  const { gather, facts } = await installed(t, "systemd", { HTTPS_PROXY: "http://proxy" });
  const without = planFor("systemd", { ...facts, env: { HOME: facts.env.HOME } });
  const checks = judgeService({ ...(await gather(undefined, without)), missing: [] });
  assert.ok(lines(checks).includes("warning service-files"));
  assert.match(printed(checks), /service\.env/);
});

for (const [output, line] of [
  ["active", "ok service"],
  ["activating", "ok service"],
  ["refreshing", "ok service"],
  ["deactivating", "warning service"],
  ["maintenance", "warning service"],
  ["inactive", "warning service"],
  ["failed", "failure service"],
  ["Failed to connect to bus: No medium found", "warning service"],
] as const) {
  test(`systemctl answers "${output}": ${line}`, async (t) => {
    const { gather } = await installed(t, "systemd");
    const checks = judgeService(await gather(() => ({ status: 3, output })));
    assert.ok(lines(checks).includes(line));
    assert.equal(/cannot reach systemd/.test(printed(checks)), output.startsWith("Failed to connect"));
  });
}

test("launchd: a loaded agent that does not run is a warning", async (t) => {
  const { gather } = await installed(t, "launchd");
  const checks = judgeService(await gather(() => ({ status: 0, output: "\tstate = not running" })));
  assert.ok(lines(checks).includes("warning service"));
});

const FACTS: ServiceFacts = {
  status: "inspected",
  manager: "systemd",
  isInstalled: true,
  stale: [],
  missing: [],
  state: "running",
  lingers: true,
  problems: [],
  shellOnly: [],
};

for (const [state, severity] of [
  ["stopped", "warning"],
  ["unknown", "warning"],
  ["failed", "failure"],
] as const) {
  test(`a service whose state is ${state}: ${severity}`, () => {
    assert.equal(lines(judgeService({ ...FACTS, state }))[1], `${severity} service`);
  });
}

test("a service that stops at logout is ok, with a hint", () => {
  const check = judgeService({ ...FACTS, lingers: false })[2];
  assert.deepEqual([check?.status, check?.fix], ["ok", "loginctl enable-linger"]);
});

test("a setting in this shell that the service does not see is a warning", () => {
  const checks = judgeService({
    ...FACTS,
    shellOnly: ["AGENT_USAGE_LABEL"],
  });
  assert.equal(lines(checks)[2], "warning service-settings");
  assert.equal(checks[2]?.fix, "put it into the settings file");
});

test("a wrong value among the service's own variables is a failure that names the file, and not the value", async (t) => {
  const { gather, facts } = await installed(t, "systemd");
  const plan = planFor("systemd", { ...facts, userLines: "AGENT_USAGE_LIMITS=planted\n" });
  await writeFiles(plan);
  const checks = judgeService({ ...(await gather(undefined, plan)), missing: [], lingers: true });
  assert.deepEqual(lines(checks), ["ok service-files", "ok service", "failure service-settings"]);
  assert.equal(checks[2]?.message, `AGENT_USAGE_LIMITS (${plan.files[1]?.path}) must be off or on`);
  assert.equal(checks[2]?.fix, "correct it there, then run agent-usage install --now");
});

test("a variable that is set in this shell and in service.env is seen by the service", async (t) => {
  const env = { AGENT_USAGE_LABEL: "desk" };
  const { gather, facts } = await installed(t, "systemd", env);
  assert.deepEqual((await gather()).shellOnly, ["AGENT_USAGE_LABEL"]);
  const plan = planFor("systemd", { ...facts, userLines: "AGENT_USAGE_LABEL=desk\n" });
  assert.deepEqual((await gather(undefined, plan)).shellOnly, []);
});

for (const manager of ["systemd", "launchd"] as const) {
  test(`${manager}: limits that are off in this shell and on for the service: the fix is install, which turns them off`, async (t) => {
    const { home, daemon } = await installed(t, manager);
    const env = { HOME: home, PATH: process.env["PATH"] ?? "", AGENT_USAGE_LIMITS: "off" };
    const run: CommandRunner = () => ({ status: 0, output: SAYS[manager] });
    const facts = await inspectService({ manager, env, home, run }, daemon);
    assert.ok(facts.status === "inspected");
    assert.deepEqual(facts.shellOnly, []);
    assert.ok(
      facts.stale.some((path) => path.endsWith(manager === "systemd" ? "service.env" : ".plist")),
      facts.stale.join(),
    );
  });
}

test("a machine with neither systemd nor launchd is ok", () => {
  assert.deepEqual(lines(judgeService(undefined)), ["ok service"]);
});

test("the paths in a unit that was copied by hand are resolved", () => {
  const unit = "[Service]\nExecStart=/usr/bin/env node %h/.local/lib/daemon.js\n";
  assert.deepEqual(programPaths("systemd", unit, "/home/me"), [
    "/usr/bin/env",
    "/home/me/.local/lib/daemon.js",
  ]);
});
