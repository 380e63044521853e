// A pipe without a writer, in place of a file that doctor reads, does not block it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { writeFiles } from "../../src/service/install/files.ts";
import { inspectPlan } from "../../src/service/install/inspect.ts";
import { planFor } from "../../src/service/install/plan.ts";
import { doctor, healthyHome } from "../support/doctor/healthy-home.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI } from "../support/program.ts";

const TIMEOUT_MS = 10_000;

/** Replaces a file with a pipe. */
async function putPipe(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true });
  execFileSync("mkfifo", [path]);
}

/** Removes the pipe and wakes a blocked reader, whose thread would keep the process alive. */
async function removePipe(path: string): Promise<void> {
  const writer = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
  await rm(path);
  await writer.close();
}

for (const [what, path, id] of [
  ["the coding agent's settings", ".agent/settings.json", "retention"],
  ["the settings file", ".config/agent-usage/config.json", "settings"],
  ["the credentials", ".agent/.credentials.json", "credentials"],
  ["the state file", ".local/state/agent-usage/state.json", "state-file"],
  ["the result of the last push", ".local/state/agent-usage/delivery.json", "delivery"],
] as const) {
  test(`a pipe in place of ${what} gets a check like any other`, async (t) => {
    const env = await healthyHome(t);
    const pipe = join(env["HOME"] ?? "", path);
    await putPipe(pipe);
    const { of } = await doctor(t, env, CLI, { timeoutMs: TIMEOUT_MS });
    assert.equal(of(id).length, 1);
  });
}

for (const [what, which] of [
  ["the service file", 0],
  ["the service's variables", 1],
] as const) {
  test(`a pipe in place of ${what} counts as out of date`, {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    let pipe = "";
    // Before the folder's own: hooks run in the order in which they were added.
    t.after(() => removePipe(pipe));
    const home = await temporaryFolder(t);
    const facts = {
      env: { HOME: home, HTTPS_PROXY: "http://proxy" },
      node: process.execPath,
      daemon: "/d.js",
      uid: 501,
    };
    const plan = planFor("systemd", facts);
    await writeFiles(plan);
    pipe = plan.files[which]?.path ?? "";
    await putPipe(pipe);
    const run = () => ({ status: 0, output: "active" });
    const { stale } = await inspectPlan(plan, { manager: "systemd", env: facts.env, home, run });
    assert.deepEqual(stale, [pipe]);
  });
}
