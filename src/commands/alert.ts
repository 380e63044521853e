import { type Alert, raiseAlert } from "../alert/index.ts";
import { HOUR_MS } from "../base/durations.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { alertWords } from "../beat/index.ts";
import { type Output, refuse, stopSignal } from "../cli/index.ts";
import { alertFailure, describeFailure, NO_ALERT_COMMAND } from "../failures/index.ts";
import { describeProblem, loadConfig } from "../settings/index.ts";

/** Runs the alert command once with an alert that is marked as a test, and shows its output. */
export async function alertCommand(output: Output): Promise<ExitCode> {
  const signal = stopSignal();
  const loaded = await loadConfig();
  if (loaded.status === "invalid") {
    for (const problem of loaded.problems) refuse(output, describeProblem(problem));
    return EXIT.failed;
  }
  const { alertCommand: command } = loaded.config;
  if (command === undefined) return refuse(output, describeFailure(NO_ALERT_COMMAND));
  const now = Date.now();
  const alert = testAlert(now);
  const options = { env: process.env, signal, showsOutput: true };
  const end = await raiseAlert(command, alert, alertWords(alert, now), options);
  if (end.status === "aborted") return EXIT.ok;
  const failure = alertFailure(end);
  if (failure !== undefined) return refuse(output, describeFailure(failure));
  output.out("The alert command ran and ended with exit code 0.\n");
  return EXIT.ok;
}

function testAlert(now: number): Alert {
  const inHours = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  return {
    kind: "session",
    group: "session",
    model: null,
    percent: 80,
    threshold: 80,
    resetsAt: inHours(2),
    forecast: { status: "runs_out", percentAtReset: 100, runsOutAt: inHours(1) },
    test: true,
  };
}
