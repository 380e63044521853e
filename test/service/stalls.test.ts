// A disk that does not answer, or a stalled reader of the log: a signal still ends the daemon in time, with its lock
// released.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON } from "../support/program.ts";
import { daemonAt, end, savedState, TO_END_MS } from "../support/service/stopping.ts";

const { O_RDWR, O_WRONLY, O_NONBLOCK } = constants;

async function makePipe(t: TestContext): Promise<string> {
  const path = join(await temporaryFolder(t), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

for (const times of ["", "a second "]) {
  test(`a file call that never returns: ${times}SIGINT kills the daemon, and the old state is intact`, async (t) => {
    const env = { PIPE: await makePipe(t), ...(times !== "" && { NO_PATIENCE: "" }) };
    const daemon = await daemonAt(t, "stuck-save", env);
    if (times !== "") {
      daemon.child.kill("SIGINT");
      await daemon.waitForLine(/^at: signal/);
    }
    // Node cannot exit by itself during the call. Service managers treat a death by SIGTERM as exit code 0.
    const { code, signal, stderr } = await end(daemon, "SIGINT");
    assert.deepEqual([code, signal], [null, "SIGTERM"]);
    const limits = Array.from(stderr.matchAll(/^limit: (\d+)$/gm), ([, delay]) => Number(delay));
    assert.ok(
      limits.length > 0 && limits.every((limit) => limit <= 0.9 * TO_END_MS),
      `limits ${limits.join()}`,
    );
    assert.equal((await savedState(daemon.stateDir)).seq, 7);
    assert.ok(!(await readdir(daemon.stateDir)).includes("beat.lock"));
  });
}

/** Fills a pipe, for a child's standard output. */
function fill(path: string): number {
  const pipe = openSync(path, O_RDWR);
  const filler = openSync(path, O_WRONLY | O_NONBLOCK);
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(filler, Buffer.alloc(size));
    } catch {
      // Full.
    }
  }
  closeSync(filler);
  return pipe;
}

test("a stalled reader of the log: the beat is done, its lock is released, and SIGTERM ends the daemon with 0", async (t) => {
  const home = await temporaryFolder(t);
  const collector = await startCollector(t);
  const pipe = fill(await makePipe(t));
  const stateDir = join(home, "state");
  const child = spawn(process.execPath, [DAEMON], {
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      AGENT_USAGE_STATE_DIR: stateDir,
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    },
    stdio: ["ignore", pipe, "ignore"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const ended = once(child, "exit");
  t.after(() => {
    child.kill("SIGKILL");
    closeSync(pipe);
  });
  await collector.request(1);
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  clearTimeout(late);
  assert.ok(!(await readdir(stateDir)).includes("beat.lock"));
  assert.equal((await savedState(stateDir)).seq, 1);
});
