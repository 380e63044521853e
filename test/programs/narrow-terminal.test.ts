// The help and `config` in a terminal of 40 columns and without a terminal.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { widest } from "../support/screens.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` from util-linux, which provides a terminal, is not installed";

/** The output of a command in a terminal of 40 columns. */
async function outputOf(t: TestContext, args: string, env: Record<string, string> = {}): Promise<string> {
  const command = `stty cols 40; exec '${process.execPath}' '${CLI}' ${args}`;
  const { stdout } = spawnSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: {
      PATH: process.env["PATH"],
      SHELL: "/bin/sh",
      TERM: "dumb",
      HOME: await temporaryFolder(t),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });
  return stdout.replaceAll("\r\n", "\n");
}

for (const args of ["--help", "report --help"]) {
  test(`agent-usage ${args} fits the terminal's columns`, { skip }, async (t) => {
    const text = await outputOf(t, args);
    assert.match(text, /^Usage: agent-usage/m);
    assert.ok(widest(text) <= 40, text);
  });
}

test("without a terminal the help fits 80 columns", async (t) => {
  const { stdout } = await runProgram(t, CLI, ["--help"]);
  assert.ok(widest(stdout) <= 80, stdout);
});

const LONG = `/srv/${"transcripts/".repeat(4)}here`;

test("config: a value too long for the terminal is printed below its setting, in full", {
  skip,
}, async (t) => {
  const text = await outputOf(t, "config", {
    AGENT_USAGE_TRANSCRIPTS: `${LONG}:/b`,
    AGENT_USAGE_LABEL: "desk",
  });
  assert.ok(text.includes(`\ntranscriptRoots\n  ${LONG}\n  /b\n  (AGENT_USAGE_TRANSCRIPTS)\n`), text);
  assert.match(text, /^logLevel +info {2}\(default\)$/m);
  assert.match(text, /\nSettings file:\n {2}\/\S+\/config\.json\n$/);
});

test("config: without a terminal each setting is one line", async (t) => {
  const { stdout, home } = await runProgram(t, CLI, ["config"], { env: { AGENT_USAGE_STATE_DIR: LONG } });
  assert.match(stdout, new RegExp(`^stateDir +${LONG} {2}\\(AGENT_USAGE_STATE_DIR\\)$`, "m"));
  const file = join(home, ".config/agent-usage/config.json");
  assert.ok(stdout.endsWith(`\nSettings file: ${file}\n`), stdout);
});
