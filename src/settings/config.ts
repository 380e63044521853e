import type { LogLevel } from "../base/log/levels.ts";

/** The settings file's keys, as they are once read; all may be left out. */
export interface Config {
  /** The collector, https only, without a trailing slash. */
  readonly baseUrl?: string;
  readonly pushTokenFile?: string;
  readonly credentialsPath?: string;
  readonly transcriptRoots?: readonly string[];
  readonly stateDir?: string;
  readonly label?: string;
  readonly account?: string;
  readonly logLevel?: LogLevel;
}
