// The daemon on a terminal that is closed, and with a reader that disappears.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON, startProgram } from "../support/program.ts";
import { savedState } from "../support/service/stopping.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` (util-linux), which provides a terminal, is not installed";

/** A daemon on its own terminal, after its first beat; `script` exits with the daemon's exit code. */
async function daemonOnTerminal(t: TestContext, given?: string, last = /To stop: Ctrl-C/) {
  const home = given ?? (await temporaryFolder(t));
  const stateDir = join(home, "state");
  const script = spawn(
    "script",
    ["--quiet", "--return", "--command", `exec '${process.execPath}' '${DAEMON}'`, "/dev/null"],
    {
      env: {
        PATH: process.env["PATH"],
        SHELL: "/bin/sh",
        HOME: home,
        AGENT_USAGE_STATE_DIR: stateDir,
        AGENT_USAGE_LIMITS: "off",
      },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  t.after(() => script.kill("SIGKILL"));
  const shown = await waitFor(script, last);
  const pid = Number(readFileSync(`/proc/${script.pid}/task/${script.pid}/children`, "utf8"));
  assert.ok(pid > 1);
  return { script, home, stateDir, pid, shown };
}

/** Waits until a child prints a text, and returns everything up to it. */
async function waitFor(child: ChildProcess, what: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (what.test(text)) break;
  }
  child.stdout?.resume();
  return text;
}

for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  test(`${signal} ends a daemon on a terminal with 0`, { skip }, async (t) => {
    const { script, stateDir, pid } = await daemonOnTerminal(t);
    process.kill(pid, signal);
    assert.deepEqual(await once(script, "exit"), [0, null]);
    assert.ok(!(await readdir(stateDir)).includes("beat.lock"));
  });
}

test("the first refresh on a terminal ends with the status, and how to see it again", { skip }, async (t) => {
  const { shown } = await daemonOnTerminal(t);
  assert.match(
    shown,
    /refresh done[\s\S]*refreshed \d[\s\S]*, next \d[\s\S]*in another terminal[\s\S]*npx agent-usage status\r\n/,
  );
  assert.equal(shown.match(/, next \d/g)?.length, 1);
});

test("without a transcripts folder, but with one of Claude Code: how to start that program", {
  skip,
}, async (t) => {
  const home = await temporaryFolder(t);
  await mkdir(join(home, ".claude/projects"), { recursive: true });
  const { shown } = await daemonOnTerminal(t, home, /press Ctrl-C and run: .+\r\n/);
  assert.match(shown, /\nFor Claude Code, press Ctrl-C and run: npm run start:claude-code\r\n/);
  assert.doesNotMatch(shown, /To see this again/);
});

test("a start that skips the first refresh shows the status too", { skip }, async (t) => {
  const { script, home } = await daemonOnTerminal(t);
  script.stdin?.write("\u0003");
  await once(script, "exit");
  const { shown } = await daemonOnTerminal(t, home);
  assert.match(shown, /Skipped: last refresh was[\s\S]*refreshed \d\d:\d\d/);
});

test("Ctrl-C on the terminal ends the daemon with 0", { skip }, async (t) => {
  const { script } = await daemonOnTerminal(t);
  script.stdin?.write("\u0003");
  assert.deepEqual(await once(script, "exit"), [0, null]);
});

test("the daemon survives a reader of its output that disappears, and ends with 0", async (t) => {
  const collector = await startCollector(t);
  const stateDir = join(await temporaryFolder(t), "state");
  const daemon = await startProgram(t, DAEMON, [], {
    env: {
      AGENT_USAGE_STATE_DIR: stateDir,
      AGENT_USAGE_LIMITS: "off",
      // Enough lines before the push that one of them hits the broken pipe.
      AGENT_USAGE_LOG_LEVEL: "trace",
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    },
  });
  daemon.child.stdout?.destroy();
  await collector.request(1);
  assert.equal((await savedState(stateDir)).seq, 1);
  const exit = once(daemon.child, "exit");
  daemon.child.kill("SIGTERM");
  assert.deepEqual(await exit, [0, null]);
});
