import type { ProgramEnd } from "../base/process-group.ts";
import type { Failure, Table } from "../limits-failures.ts";
import { run, withCode } from "./words.ts";

const TEST_ALERT = `${run("alert --test")} to see its output`;

/** An alert command that failed, by how it ended. A system error code is appended to `not_started`, in words. */
export const ALERT = {
  not_set: {
    what: "there is no alert command",
    fix: "set alertCommand (AGENT_USAGE_ALERT_COMMAND)",
  },
  not_found: {
    what: "the alert command was not found",
    fix: "write the full path of the program in alertCommand: a service may have another PATH than your shell",
  },
  not_started: { what: "cannot start the alert command", fix: "check the program in alertCommand" },
  timeout: {
    what: "the alert command took over 10 seconds, so it was ended",
    fix: "let alertCommand end, or start what takes longer in the background",
  },
  killed: { what: "the alert command was ended by a signal", fix: TEST_ALERT },
  "exit_<code>": { what: "the alert command failed with exit code <code>", fix: TEST_ALERT },
} as const satisfies Table;

export const NO_ALERT_COMMAND: Failure = ALERT.not_set;

/** How an alert command failed; `undefined` if it did not. */
export function alertFailure(end: ProgramEnd): Failure | undefined {
  switch (end.status) {
    case "exited": {
      const { what, fix } = ALERT["exit_<code>"];
      return end.code === 0 ? undefined : { what: what.replace("<code>", String(end.code)), fix };
    }
    case "not_started":
      return end.code === "ENOENT" ? ALERT.not_found : withCode(ALERT.not_started, end.code);
    case "timeout":
    case "killed":
      return ALERT[end.status];
    case "aborted":
      return undefined;
  }
}
