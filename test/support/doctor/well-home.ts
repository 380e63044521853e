// `agent-usage doctor` as a program, in a home without problems except those that a test adds.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { doctorReportSchema } from "../../../src/commands/doctor/check.ts";
import { beatAt, stateWith } from "../fixtures.ts";
import { temporaryFolder } from "../folder.ts";
import { credentialsText } from "../limits-call.ts";
import { CLI, type ProgramOptions, runProgram } from "../program.ts";
import { putState } from "../state-disk.ts";

/** Makes a home without problems. Returns the variables to run a program in it. */
export async function wellHome(t: TestContext): Promise<Record<string, string>> {
  const HOME = await temporaryFolder(t);
  const stateDir = join(HOME, ".local/state/agent-usage");
  await mkdir(join(HOME, ".agent/projects/project"), { recursive: true });
  await writeFile(join(HOME, ".agent/projects/project/session.jsonl"), "");
  const text = credentialsText({ accessToken: "planted-token", expiresAt: Date.now() + 3_600_000 });
  await writeFile(join(HOME, ".agent/.credentials.json"), text, { mode: 0o600 });
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await putState(stateDir, stateWith({ lastBeat: beatAt(Date.now() - 60_000) }));
  return { HOME };
}

/** Runs doctor. Checks that its JSON fits its schema and contains no token. */
export async function doctor(
  t: TestContext,
  env: Record<string, string>,
  cli: string = CLI,
  options: Pick<ProgramOptions, "user" | "timeoutMs"> = {},
) {
  const { stdout, stderr, code } = await runProgram(t, cli, ["doctor", "--json"], { env, ...options });
  assert.equal(stderr, "");
  assert.ok(!stdout.includes("planted"), stdout);
  const { checks } = doctorReportSchema.parse(JSON.parse(stdout));
  return { code, checks, of: (id: string) => checks.filter((check) => check.id === id) };
}
