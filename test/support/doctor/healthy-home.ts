// `agent-usage doctor` as a program, and a home without problems except those that a test adds.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { doctorReportSchema } from "../../../src/commands/doctor/check.ts";
import { beatAt, HOUR, MINUTE, stateWith } from "../fixtures.ts";
import { credentialsText, makeHome } from "../home.ts";
import { CLI, type ProgramOptions, runProgram } from "../program.ts";

/** Makes a home without problems. Returns the variables to run a program in it. */
export async function healthyHome(t: TestContext): Promise<Record<string, string>> {
  const { env } = await makeHome(t, {
    transcripts: { "project/session.jsonl": "" },
    credentials: credentialsText({ accessToken: "planted-token", expiresAt: Date.now() + HOUR }),
    state: stateWith({ lastBeat: beatAt(Date.now() - MINUTE) }),
  });
  return { ...env };
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
