// The daemon at a terminal that is closed, and with a reader that goes away.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON, startProgram } from "../support/program.ts";
import { savedState } from "../support/service/stopping.ts";

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "util-linux's `script`, which gives a terminal, is not here";

/** A daemon at a terminal of its own, after its first beat; `script` ends with its exit status. */
async function daemonAtTerminal(t: TestContext) {
  const home = await temporaryFolder(t);
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
  await said(script, /beat done/);
  const pid = Number(readFileSync(`/proc/${script.pid}/task/${script.pid}/children`, "utf8"));
  assert.ok(pid > 1);
  return { script, stateDir, pid };
}

async function said(child: ChildProcess, what: RegExp): Promise<void> {
  let text = "";
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += chunk;
    if (what.test(text)) break;
  }
  child.stdout?.resume();
}

for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  test(`${signal} ends a daemon at a terminal with 0`, { skip }, async (t) => {
    const { script, stateDir, pid } = await daemonAtTerminal(t);
    process.kill(pid, signal);
    assert.deepEqual(await once(script, "exit"), [0, null]);
    assert.ok(!(await readdir(stateDir)).includes("beat.lock"));
  });
}

test("Ctrl-C at the terminal ends it with 0", { skip }, async (t) => {
  const { script } = await daemonAtTerminal(t);
  script.stdin?.write("\u0003");
  assert.deepEqual(await once(script, "exit"), [0, null]);
});

test("a reader of its output that goes away ends nothing: it beats on, and ends with 0", async (t) => {
  const collector = await startCollector(t);
  const stateDir = join(await temporaryFolder(t), "state");
  const daemon = await startProgram(t, DAEMON, [], {
    env: {
      AGENT_USAGE_STATE_DIR: stateDir,
      AGENT_USAGE_LIMITS: "off",
      // Enough lines before the push for one of them to meet the broken pipe.
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
