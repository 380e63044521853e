import type { LogFormat, LogLevel } from "../base/log/levels.ts";

/** The keys of the settings file. Every key may be left out. */
export interface Config {
  /** The collector's URL: https only, without a trailing slash. Without one, nothing is pushed. */
  readonly baseUrl?: string;
  /** A PEM file with the certificate authority that alone vouches for the collector. Without one, Node's do. */
  readonly collectorCa?: string;
  /** The file with the push token. */
  readonly pushTokenFile?: string;
  /** Where the access token is. `keychain` is for macOS only (rule KEYCHAIN-1). @default "file" */
  readonly credentials?: "file" | "keychain";
  /** The coding agent's credentials file. */
  readonly credentialsPath?: string;
  /** The folders with transcripts. */
  readonly transcriptRoots?: readonly string[];
  /** The state folder. */
  readonly stateDir?: string;
  /** This machine's name for people, 1 to 128 characters. @default the host name */
  readonly label?: string;
  /** A name for the plan's account. It is sent only if it is set. */
  readonly account?: string;
  /** @default "info" */
  readonly logLevel?: LogLevel;
  /** @default "text" on a terminal and in a service's log, else "json" */
  readonly logFormat?: LogFormat;
  /** What raises an alert. @default [80, 95, "forecast"] */
  readonly alertAt?: readonly AlertThreshold[];
  /** The program that is started for each alert, and its arguments. Without it, there are no alerts. */
  readonly alertCommand?: readonly string[];
  /** The page that `run` and `beat` write after each beat. Without it, they write none. */
  readonly page?: string;
}

/** A percent of a limit, from 1 to 100; or `forecast`: it is expected to run out before its reset. */
export type AlertThreshold = number | "forecast";

/** The environment variable of each setting. */
export const VARIABLES = {
  baseUrl: "AGENT_USAGE_BASE_URL",
  collectorCa: "AGENT_USAGE_COLLECTOR_CA",
  pushTokenFile: "AGENT_USAGE_PUSH_TOKEN_FILE",
  credentials: "AGENT_USAGE_CREDENTIALS",
  credentialsPath: "AGENT_USAGE_CREDENTIALS",
  transcriptRoots: "AGENT_USAGE_TRANSCRIPTS",
  stateDir: "AGENT_USAGE_STATE_DIR",
  label: "AGENT_USAGE_LABEL",
  account: "AGENT_USAGE_ACCOUNT",
  logLevel: "AGENT_USAGE_LOG_LEVEL",
  logFormat: "AGENT_USAGE_LOG_FORMAT",
  alertAt: "AGENT_USAGE_ALERT_AT",
  alertCommand: "AGENT_USAGE_ALERT_COMMAND",
  page: "AGENT_USAGE_PAGE",
} as const satisfies Record<keyof Config, string>;

export type Setting = keyof typeof VARIABLES;

/** Where the access token can be. As a value of the variable, they are not paths. */
export const CREDENTIALS = ["file", "keychain"] as const;
