// The built `status`: its exit code for scripts, and the screen that stays up to date.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { at, item, MACHINE_ID, okLimits, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { putFile, putState } from "../support/state-disk.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` from util-linux, which provides a terminal, is not installed";

/** The end of a frame. */
const DRAWN = "\u001B[J";
const CTRL_C = "\u0003";

/** A state folder whose limits, fetched a minute ago, are at these percents. */
async function folderWith(t: TestContext, ...percents: number[]): Promise<string> {
  const folder = await temporaryFolder(t);
  const now = Date.now() - 60_000;
  const items = percents.map((percent, index) => item({ kind: `kind_${index}`, percent }));
  const lastBeat = { at: at(now), limitsStatus: "ok" as const, limitsDetail: null, readErrors: 0 };
  await putState(folder, stateWith({ lastGoodLimits: okLimits(now, items), lastBeat }));
  await putFile(join(folder, "machine-id"), `${MACHINE_ID}\n`);
  return folder;
}

const status = async (t: TestContext, folder: string, ...args: string[]) =>
  runProgram(t, CLI, ["status", ...args], { env: { AGENT_USAGE_STATE_DIR: folder } });

for (const [percents, least, code] of [
  [[3, 80], "80", 10],
  [[3, 80], "81", 0],
  [[100], "100", 10],
  [[], "1", 0],
] as const) {
  test(`limits at ${percents.join(" and ")} percent with --exit-code ${least}: exit ${code}`, async (t) => {
    const folder = await folderWith(t, ...percents);
    assert.equal((await status(t, folder, "--exit-code", least)).code, code);
    const asJson = await status(t, folder, "--json", "--exit-code", least);
    assert.equal(asJson.code, code);
    assert.equal(JSON.parse(asJson.stdout).limits.items.length, percents.length);
  });
}

for (const args of [
  ["--exit-code", "0"],
  ["--exit-code", "101"],
  ["--exit-code", "80%"],
  ["--watch", "--json"],
  ["--watch", "--exit-code", "80"],
]) {
  test(`status ${args.join(" ")}: exit 64 and one line`, async (t) => {
    const { code, stdout, stderr } = await status(t, await folderWith(t), ...args);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, /^agent-usage: --[^\n]+\n$/);
  });
}

test("without a terminal, --watch says what to use instead", async (t) => {
  const { code, stdout, stderr } = await status(t, await folderWith(t), "--watch");
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /--watch needs a terminal; for scripts, use --json/);
});

test("--watch draws the screen, and ends with Ctrl-C", { skip }, async (t) => {
  const folder = await folderWith(t, 42);
  const command = `stty cols 100 rows 30; exec '${process.execPath}' '${CLI}' status --watch`;
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: {
      PATH: process.env["PATH"],
      SHELL: "/bin/sh",
      TERM: "xterm",
      HOME: await temporaryFolder(t),
      AGENT_USAGE_STATE_DIR: folder,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const exited = once(child, "exit") as Promise<[number]>;
  let shown = "";
  for await (const text of child.stdout.setEncoding("utf8") as AsyncIterable<string>) {
    if (!shown.includes(DRAWN) && (shown + text).includes(DRAWN)) child.stdin.write(CTRL_C);
    shown += text;
  }
  assert.match(shown, /42% used, 58% left/);
  const [code] = await exited;
  assert.equal(code, 0);
  assert.ok(shown.trimEnd().endsWith("\u001B[?25h"), "the cursor is shown again");
});
