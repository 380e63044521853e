import type { AnyEnv } from "../base/edges.ts";
import { type ProgramEnd, runProgramGroup } from "../base/process-group.ts";
import { visible } from "../text/visible.ts";
import type { Alert } from "./alert.ts";

/** How long the alert command may take, in milliseconds. Then it is ended, with every process that it started. */
export const ALERT_TIMEOUT_MS = 10_000;

/** An alert for people. */
export interface AlertWords {
  readonly title: string;
  readonly text: string;
}

export interface RaiseOptions {
  /** The environment of the command, to which the words of the alert are added. */
  readonly env: AnyEnv;
  readonly signal?: AbortSignal | undefined;
  /** Whether the command's output goes to standard error; otherwise it is dropped. */
  readonly showsOutput?: boolean;
}

/** Runs the alert command with one alert: JSON on its standard input, words in its environment (rule ALERT-4). Never rejects. */
export function raiseAlert(
  command: readonly string[],
  alert: Alert,
  words: AlertWords,
  { env, ...options }: RaiseOptions,
): Promise<ProgramEnd> {
  return runProgramGroup(command, {
    ...options,
    input: `${JSON.stringify(alert)}\n`,
    env: { ...env, ...alertVariables(alert, words) },
    timeoutMs: ALERT_TIMEOUT_MS,
  });
}

/** The variables of the alert command. What is unknown is empty. */
export function alertVariables(alert: Alert, { title, text }: AlertWords): Record<string, string> {
  const { forecast } = alert;
  const variables = {
    ALERT_TITLE: title,
    ALERT_TEXT: text,
    ALERT_KIND: alert.kind,
    ALERT_GROUP: alert.group,
    ALERT_MODEL: alert.model ?? "",
    ALERT_PERCENT: String(alert.percent),
    ALERT_THRESHOLD: String(alert.threshold),
    ALERT_RESETS_AT: alert.resetsAt ?? "",
    ALERT_FORECAST: forecast.status,
    ALERT_RUNS_OUT_AT: forecast.runsOutAt ?? "",
    ALERT_TEST: String(alert.test),
  };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, visible(value)]));
}
