import { vendor } from "#vendor";
import type { Env, Log } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { createLog } from "../base/log/log.ts";
import { enforceTls } from "../base/net/tls.ts";
import { repeatable } from "../base/strings.ts";
import type { Output } from "../cli/index.ts";
import { collectorCaFailure, describeFailure, pushTokenFailure, runtimeFailure } from "../failures/index.ts";
import { readCollectorCa, readPushToken } from "../push/index.ts";
import {
  type Config,
  describeProblem,
  type LoadedConfig,
  loadConfig,
  proxyProblem,
} from "../settings/index.ts";
import { hasWebAssembly } from "../usage/index.ts";
import { settingsPlaces } from "./settings-place.ts";
import { findSuspectVariables } from "./suspect-variables.ts";

export type SetUp =
  | { readonly status: "ready"; readonly config: Config; readonly log: Log }
  | { readonly status: "exit"; readonly code: ExitCode };

/** The start of every command that beats: checks the settings and opens a log to the descriptor. */
export async function setUp(descriptor: 1 | 2, { err }: Output): Promise<SetUp> {
  if (!hasWebAssembly()) {
    err(`${vendor.program}: ${describeFailure(runtimeFailure("no_webassembly"))}\n`);
    return { status: "exit", code: EXIT.failed };
  }
  // Not on a terminal, standard error may be a log.
  const places = process.stderr.isTTY ? settingsPlaces(process.env) : {};
  const settings = await checkSettings(process.env, { places });
  if (settings.status === "invalid") {
    for (const problem of settings.problems) err(`${vendor.program}: ${problem}\n`);
    return { status: "exit", code: EXIT.failed };
  }
  const { config } = settings;
  const log = await createLog({
    descriptor,
    secretFields: [vendor.credentialsKey],
    ...(config.logLevel !== undefined && { level: config.logLevel }),
    ...(config.logFormat !== undefined && { format: config.logFormat }),
  });
  enforceTls(process.env, log);
  for (const { name, what, isMistake } of findSuspectVariables(process.env)) {
    if (isMistake) log.warn({}, `${repeatable(name)} ${what}`);
  }
  return { status: "ready", config, log };
}

export interface CheckOptions {
  /** As in `describeProblem`. */
  readonly places?: Parameters<typeof describeProblem>[1];
  /** As in `process.platform`. */
  readonly platform?: string | undefined;
}

/**
 * The settings from the settings file and an environment, or everything that is wrong with them, one line per problem.
 */
export async function checkSettings(
  env: Env,
  { places = {}, platform = process.platform }: CheckOptions = {},
): Promise<
  | (LoadedConfig & { readonly status: "ok" })
  | { readonly status: "invalid"; readonly problems: readonly string[] }
> {
  const loaded = await loadConfig({ env, platform });
  if (loaded.status === "invalid") {
    return {
      status: "invalid",
      problems: loaded.problems.map((problem) => describeProblem(problem, places)),
    };
  }
  const proxy = proxyProblem(env);
  const problems = [
    ...(proxy === undefined ? [] : [describeProblem(proxy, places)]),
    ...(await caProblems(loaded)),
    ...(await tokenProblems(loaded, env)),
  ];
  return problems.length === 0 ? loaded : { status: "invalid", problems };
}

async function caProblems({ config, origins }: LoadedConfig & { status: "ok" }): Promise<string[]> {
  const ca = await readCollectorCa(config.collectorCa);
  if (ca.status === "ok" || ca.status === "none") return [];
  const setting =
    origins.collectorCa === "file" ? "collectorCa (settings file)" : "AGENT_USAGE_COLLECTOR_CA (environment)";
  const code = ca.status === "unreadable" ? ca.code : undefined;
  return [`${setting}: ${describeFailure(collectorCaFailure(ca.status, code))}`];
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
    case "ok":
    case "none":
      return [];
    case "malformed":
      return [`${setting}: ${describeFailure(pushTokenFailure("malformed"))}`];
    case "unreadable":
      return [`${setting}: ${describeFailure(pushTokenFailure("unreadable", token.code))}`];
  }
}
