// A pipe without a writer in place of a file that a program reads: waiting for it would hang forever.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { freePort } from "../support/loopback.ts";
import { CLI, runProgram } from "../support/program.ts";

const TIMEOUT_MS = 10_000;

for (const [what, path, exits] of [
  ["the machine id", "state/machine-id", [4]],
  ["the delivery file, with a push that fails", "state/delivery.json", [3]],
  ["the push token", "push-token", [1]],
  ["the settings file", "config/agent-usage/config.json", [1]],
  ["the credentials", "credentials.json", [0, 3]],
] as const) {
  test(`a pipe in place of ${what}: \`beat\` ends by itself`, async (t) => {
    const folder = await temporaryFolder(t);
    const pipe = join(folder, path);
    await mkdir(dirname(pipe), { recursive: true });
    execFileSync("mkfifo", [pipe]);
    const { code, signal } = await runProgram(t, CLI, ["beat"], {
      timeoutMs: TIMEOUT_MS,
      env: {
        XDG_CONFIG_HOME: join(folder, "config"),
        AGENT_USAGE_STATE_DIR: join(folder, "state"),
        AGENT_USAGE_CREDENTIALS: join(folder, "credentials.json"),
        AGENT_USAGE_BASE_URL: `https://127.0.0.1:${await freePort()}`,
        ...(path === "push-token" && { AGENT_USAGE_PUSH_TOKEN_FILE: pipe }),
      },
    });
    assert.equal(signal, null);
    assert.ok(
      exits.some((exit) => exit === code),
      `exit ${code}`,
    );
  });
}

for (const command of [["status"], ["snapshot"], ["uninstall", "--purge", "--yes"]]) {
  test(`a pipe in place of the machine id: \`${command.join(" ")}\` ends by itself`, async (t) => {
    const folder = await temporaryFolder(t);
    execFileSync("mkfifo", [join(folder, "machine-id")]);
    const { signal } = await runProgram(t, CLI, command, {
      timeoutMs: TIMEOUT_MS,
      env: { AGENT_USAGE_STATE_DIR: folder },
    });
    assert.equal(signal, null);
  });
}
