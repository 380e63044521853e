import assert from "node:assert/strict";
import { DIST } from "./program.ts";

const TRACE = /^\s+at |\bat [\w.<>]+ \(|node:internal|\.[cm]?[jt]s:\d+/m;

/** Fails if a program's output contains a stack trace, a path of this machine or one of the secrets. */
export function assertNoLeaks(
  { stdout, stderr, home }: { stdout: string; stderr: string; home: string },
  ...secrets: readonly string[]
): void {
  const output = `${stdout}${stderr}`;
  assert.doesNotMatch(output, TRACE);
  for (const text of [home, DIST, ...secrets]) assert.ok(!output.includes(text), output);
}
