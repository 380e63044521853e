// Messages about the settings file: commands name its path, a log does not (rule SETTINGS-2).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { makeHome } from "../support/home.ts";
import { CLI, DAEMON, runProgram } from "../support/program.ts";

const FILE = ".config/agent-usage/config.json";

for (const command of ["status", "report", "snapshot"]) {
  test(`${command} names the settings file by its path, for one setting and for the whole file`, async (t) => {
    const { dir, env, put } = await makeHome(t, { settings: { label: "" } });
    const path = join(dir, FILE);
    const one = await runProgram(t, CLI, [command], { env });
    assert.equal(one.stderr, `agent-usage: label (${path}) must have at least 1 character\n`);
    await put(FILE, "{");
    const whole = await runProgram(t, CLI, [command], { env });
    assert.match(whole.stderr, /^agent-usage: settings file \/\S+\/config\.json is not valid JSON/);
  });
}

for (const [what, file, args] of [
  ["beat", CLI, ["beat"]],
  ["the daemon", DAEMON, []],
] as const) {
  test(`${what} does not name the path where its standard error may be a log`, async (t) => {
    const { dir, env } = await makeHome(t, { settings: { label: "" } });
    const { code, stderr } = await runProgram(t, file, args, { env });
    assert.equal(code, 1);
    assert.match(stderr, /^agent-usage: label \(settings file\) /);
    assert.ok(!stderr.includes(dir));
  });
}

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` (util-linux), which provides a terminal, is not installed";

test("beat names the path on a terminal", { skip }, async (t) => {
  const { dir, env } = await makeHome(t, { settings: { label: "" } });
  const command = `'${process.execPath}' '${CLI}' beat`;
  const { stdout } = spawnSync("script", ["--quiet", "--command", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], SHELL: "/bin/sh", ...env },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  assert.ok(stdout.includes(`label (${join(dir, FILE)}) must have`), stdout);
});
