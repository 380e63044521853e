import { vendor } from "#vendor";
import type { Log } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { createLog } from "../base/log/log.ts";
import type { Config } from "../base/settings/config.ts";
import { describeProblem, type LoadedConfig, loadConfig } from "../base/settings/load.ts";
import { insistOnTls } from "../base/tls.ts";
import { readPushToken } from "../push/token.ts";

/** Where a command's output goes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export const realOutput: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Says in one line what is wrong, and gives the exit code for it. */
export function refuse({ err }: Output, message: string): ExitCode {
  err(`${vendor.program}: ${message}\n`);
  return EXIT.settings;
}

export type Ready =
  | { readonly status: "ready"; readonly config: Config; readonly log: Log }
  | { readonly status: "exit"; readonly code: ExitCode };

/** What every command that beats begins with: the settings, checked, and a log to the given descriptor. */
export async function prepare(descriptor: 1 | 2, { err }: Output): Promise<Ready> {
  const loaded = await loadConfig();
  const problems =
    loaded.status === "ok" ? await tokenProblems(loaded) : loaded.problems.map(describeProblem);
  if (loaded.status === "invalid" || problems.length > 0) {
    for (const problem of problems) err(`${vendor.program}: ${problem}\n`);
    return { status: "exit", code: EXIT.settings };
  }
  const { config } = loaded;
  const log = await createLog({
    descriptor,
    ...(config.logLevel !== undefined && { level: config.logLevel }),
  });
  insistOnTls(process.env, log);
  return { status: "ready", config, log };
}

async function tokenProblems({ config, origins }: LoadedConfig & { status: "ok" }): Promise<string[]> {
  const token = await readPushToken(config.pushTokenFile, process.env);
  const setting =
    origins.pushTokenFile === undefined
      ? "push-token in $CREDENTIALS_DIRECTORY"
      : origins.pushTokenFile === "file"
        ? "pushTokenFile (settings file)"
        : "AGENT_USAGE_PUSH_TOKEN_FILE (environment)";
  switch (token.status) {
    case "unreadable":
      return [`${setting}: the file cannot be read (${token.code})`];
    case "malformed":
      return [`${setting}: the file must hold one token: printable characters, no spaces`];
    case "ok":
    case "none":
      return [];
  }
}
