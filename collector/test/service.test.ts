// The collector as a service: what install writes and starts, and what uninstall removes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { parse } from "plist";
import { EXIT } from "../../src/base/exit-codes.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { installCommand, uninstallCommand } from "../src/commands/service.ts";
import type { ServiceEdges } from "../src/service/index.ts";
import { systemUnit } from "../src/service/index.ts";

async function edges(t: TestContext, manager: "systemd" | "launchd", code: number | null = 0) {
  const home = await temporaryFolder(t);
  const ran: string[] = [];
  const said: string[] = [];
  const run = (command: string, args: readonly string[]) => {
    ran.push([command, ...args].join(" "));
    return code;
  };
  const output = {
    program: "agent-usage-collector",
    out: (text: string) => void said.push(text),
    err: (text: string) => void said.push(text),
  };
  const world: ServiceEdges = { manager, env: { XDG_STATE_HOME: "/data/a b" }, home, run };
  return { world, home, ran, said, output };
}

const UNIT = ".config/systemd/user/agent-usage-collector.service";

test("install writes a user unit that runs serve, and says how to start it", async (t) => {
  const { world, home, ran, said, output } = await edges(t, "systemd");
  assert.equal(await installCommand(new Map(), output, world), EXIT.ok);
  const unit = await readFile(join(home, UNIT), "utf8");
  assert.match(unit, /^ExecStart="[^"]+" "[^"]+" "serve"$/m);
  assert.match(unit, /^Environment="XDG_STATE_HOME=\/data\/a b"$/m);
  assert.deepEqual(ran, []);
  assert.match(said.join(""), /systemctl --user enable --now agent-usage-collector\.service/);
});

test("install --now starts it; if that fails, it says what to run", async (t) => {
  const good = await edges(t, "systemd");
  assert.equal(await installCommand(new Map([["now", true]]), good.output, good.world), EXIT.ok);
  assert.deepEqual(good.ran, [
    "systemctl --user daemon-reload",
    "systemctl --user enable --now agent-usage-collector.service",
  ]);
  const bad = await edges(t, "systemd", 1);
  assert.equal(await installCommand(new Map([["now", true]]), bad.output, bad.world), EXIT.failed);
  assert.match(bad.said.join(""), /did not start it\. Fix: run systemctl/);
});

test("uninstall stops it and removes its file; a service that does not stop keeps it", async (t) => {
  const { world, home, ran, output } = await edges(t, "systemd");
  await installCommand(new Map(), output, world);
  assert.equal(await uninstallCommand(output, { ...world, run: () => 1 }), EXIT.failed);
  await stat(join(home, UNIT));
  assert.equal(await uninstallCommand(output, world), EXIT.ok);
  await assert.rejects(stat(join(home, UNIT)));
  assert.equal(ran[0], "systemctl --user disable --now agent-usage-collector.service");
  assert.equal(await uninstallCommand(output, world), EXIT.ok);
});

test("without a service manager, install writes nothing", async (t) => {
  const { world, home, said, output } = await edges(t, "systemd");
  assert.equal(await installCommand(new Map(), output, { ...world, manager: undefined }), EXIT.failed);
  assert.match(said.join(""), /neither systemd nor launchd/);
  await assert.rejects(stat(join(home, UNIT)));
});

test("the launchd agent runs serve, and restarts it unless it was stopped", async (t) => {
  const { world, home, output } = await edges(t, "launchd");
  await installCommand(new Map(), output, world);
  const text = await readFile(join(home, "Library/LaunchAgents/agent-usage-collector.plist"), "utf8");
  const agent = parse(text) as Record<string, unknown>;
  assert.equal(agent["Label"], "agent-usage-collector");
  assert.equal((agent["ProgramArguments"] as string[]).at(-1), "serve");
  assert.deepEqual(agent["KeepAlive"], { SuccessfulExit: false });
  assert.deepEqual(agent["EnvironmentVariables"], { XDG_STATE_HOME: "/data/a b" });
});

const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("systemd accepts both units", {
  skip: analyze ? false : "systemd-analyze is not installed",
}, async (t) => {
  const { world, home, output } = await edges(t, "systemd");
  await installCommand(new Map(), output, world);
  const system = join(home, "system.service");
  // The paths of another machine are not there.
  await writeFile(system, systemUnit().replace(/^ExecStart=.*$/m, `ExecStart="${process.execPath}" x`));
  for (const [path, scope] of [
    [join(home, UNIT), "--user"],
    [system, "--system"],
  ] as const) {
    const { stderr } = spawnSync("systemd-analyze", [scope, "verify", path], { encoding: "utf8" });
    assert.ok(!stderr.includes(path.split("/").at(-1) ?? ""), stderr);
  }
});

test("systemd calls the exposure of the system unit OK", {
  skip: spawnSync("systemd-analyze", ["--version"]).status === 0 ? false : "no systemd-analyze",
}, async (t) => {
  const path = join(await temporaryFolder(t), "agent-usage-collector.service");
  await writeFile(path, systemUnit());
  const rated = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", path], {
    encoding: "utf8",
  });
  assert.equal(rated.status, 0, rated.stdout + rated.stderr);
});
