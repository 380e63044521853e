import { vendor } from "#vendor";
import { describeUnread } from "../base/disk/trusted-file.ts";
import type { Env, Log } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { createLog } from "../base/log/log.ts";
import { insistOnTls } from "../base/net/tls.ts";
import { repeatable } from "../base/strings.ts";
import type { Output } from "../cli/index.ts";
import { readPushToken } from "../push/index.ts";
import { type Config, describeProblem, type LoadedConfig, loadConfig } from "../settings/index.ts";
import { doubtsOf } from "./variables.ts";

export type Ready =
  | { readonly status: "ready"; readonly config: Config; readonly log: Log }
  | { readonly status: "exit"; readonly code: ExitCode };

/** What every command that beats begins with: the settings, checked, and a log to the given descriptor. */
export async function prepare(descriptor: 1 | 2, { err }: Output): Promise<Ready> {
  const settings = await checkSettings(process.env);
  if (settings.status === "invalid") {
    for (const problem of settings.problems) err(`${vendor.program}: ${problem}\n`);
    return { status: "exit", code: EXIT.failed };
  }
  const { config } = settings;
  const log = await createLog({
    descriptor,
    secretFields: [vendor.credentialsKey],
    ...(config.logLevel !== undefined && { level: config.logLevel }),
  });
  insistOnTls(process.env, log);
  for (const { name, what, isSure } of doubtsOf(process.env)) {
    if (isSure) log.warn({}, `${repeatable(name)} ${what}`);
  }
  return { status: "ready", config, log };
}

/** The settings that an environment leads to, or all that is wrong with them, one line a problem. */
export async function checkSettings(
  env: Env,
): Promise<
  | (LoadedConfig & { readonly status: "ok" })
  | { readonly status: "invalid"; readonly problems: readonly string[] }
> {
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    return { status: "invalid", problems: loaded.problems.map(describeProblem) };
  }
  const problems = await tokenProblems(loaded, env);
  return problems.length === 0 ? loaded : { status: "invalid", problems };
}

async function tokenProblems(
  { config, origins }: LoadedConfig & { status: "ok" },
  env: Env,
): Promise<string[]> {
  const token = await readPushToken(config.pushTokenFile, env);
  const setting =
    origins.pushTokenFile === undefined
      ? "push-token in $CREDENTIALS_DIRECTORY"
      : origins.pushTokenFile === "file"
        ? "pushTokenFile (settings file)"
        : "AGENT_USAGE_PUSH_TOKEN_FILE (environment)";
  switch (token.status) {
    case "unreadable":
      return [`${setting}: the file ${describeUnread(token.code)}`];
    case "malformed":
      return [`${setting}: the file must hold one token: printable characters, no spaces`];
    case "ok":
    case "none":
      return [];
  }
}
