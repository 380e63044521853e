import assert from "node:assert/strict";
import { DIST } from "./program.ts";

const TRACE = /^\s+at |\bat [\w.<>]+ \(|node:internal|\.[cm]?[jt]s:\d+/m;

/** Fails where a program's output holds a stack trace, a path of this machine's, or what must stay secret. */
export function assertDiscreet(
  { stdout, stderr, home }: { stdout: string; stderr: string; home: string },
  ...secrets: readonly string[]
): void {
  const output = `${stdout}${stderr}`;
  assert.doesNotMatch(output, TRACE);
  for (const text of [home, DIST, ...secrets]) assert.ok(!output.includes(text), output);
}
