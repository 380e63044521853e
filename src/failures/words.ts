import { vendor } from "#vendor";
import { describeCode } from "../base/system-errors.ts";
import type { Failure } from "../limits-failures.ts";

/** A fix: `run "agent-usage doctor"`. */
export const run = (command: string) => `run "${vendor.program} ${command}"`;

/** On one line: what happened, then how to fix it. */
export function describeFailure({ what, fix }: Failure): string {
  return fix === undefined ? what : `${what}. Fix: ${fix}`;
}

/** Appends a system error code in words, if there is one. */
export function withCode(failure: Failure, code: string | undefined): Failure {
  return code === undefined ? failure : { ...failure, what: `${failure.what}: ${describeCode(code)}` };
}
