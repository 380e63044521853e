// `agent-usage uninstall --purge` as a program: its question on a terminal, and a user without a home folder.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { namesIn, putState } from "../support/state-disk.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` (util-linux), which provides a terminal, is not installed";

/** Answers the question with some keys. Returns the exit code, the output and what is left of a state. */
async function answer(t: TestContext, keys: string) {
  const home = await temporaryFolder(t);
  const stateDir = join(home, "state");
  await mkdir(stateDir);
  await putState(stateDir);
  const command = `exec '${process.execPath}' '${CLI}' uninstall --purge`;
  const script = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: {
      PATH: process.env["PATH"],
      SHELL: "/bin/sh",
      TERM: "dumb",
      HOME: home,
      AGENT_USAGE_STATE_DIR: stateDir,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => script.kill("SIGKILL"));
  let printed = "";
  script.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (!printed.includes("[y/N]") && (printed + text).includes("[y/N]")) script.stdin.write(keys);
    printed += text;
  });
  const [code] = (await once(script, "close")) as [number | null];
  return { code, printed, left: await namesIn(home), stateDir };
}

for (const [name, keys] of [
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
  ["Enter", "\r"],
] as const) {
  test(`${name} at the question means no`, { skip }, async (t) => {
    const { code, printed, left } = await answer(t, keys);
    assert.match(printed, /Nothing was removed\./);
    assert.deepEqual([code, left], [0, ["state"]]);
  });
}

test("the question names the folder, and how many days of usage would be lost", { skip }, async (t) => {
  const { printed, stateDir } = await answer(t, "\r");
  const question = `Permanently remove 3 days of usage in ${stateDir} and the settings? [y/N]`;
  assert.ok(printed.replace(/\s+/g, " ").includes(question), printed);
});

test("y at the question means yes", { skip }, async (t) => {
  const { code, left } = await answer(t, "y\r");
  assert.deepEqual([code, left], [0, []]);
});

test("--purge without a terminal to ask on removes nothing and exits with 1", async (t) => {
  const AGENT_USAGE_STATE_DIR = await temporaryFolder(t);
  await putState(AGENT_USAGE_STATE_DIR);
  const { code, stdout, stderr } = await runProgram(t, CLI, ["uninstall", "--purge"], {
    env: { AGENT_USAGE_STATE_DIR },
  });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(
    stderr,
    "agent-usage: --purge asks first, and there is no terminal to ask on. Fix: add --yes\n",
  );
  assert.ok((await namesIn(AGENT_USAGE_STATE_DIR)).includes("state.json"));
});

/** The system has no entry for this user. */
const NOBODY = `
  import os from "node:os";
  import { syncBuiltinESMExports } from "node:module";
  os.userInfo = os.homedir = () => { throw Object.assign(new Error("no user"), { code: "ERR_SYSTEM_ERROR" }); };
  syncBuiltinESMExports();`;

for (const args of [["install"], ["uninstall"], ["uninstall", "--purge", "--yes"]]) {
  test(`${args.join(" ")} for a user without a home folder says so and exits with 1`, async (t) => {
    const ended = await runProgram(t, CLI, args, {
      env: { HOME: "", XDG_CONFIG_HOME: "/nonexistent", XDG_STATE_HOME: "/nonexistent" },
      execArgv: ["--import", `data:text/javascript,${encodeURIComponent(NOBODY)}`],
    });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /^agent-usage: cannot find your home folder\. Fix: set HOME\n$/);
  });
}
