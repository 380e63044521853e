import type { Env } from "../../base/edges.ts";
import { describeCode } from "../../base/system-errors.ts";
import { inspectService, realServiceEdges } from "../../service/install/index.ts";
import {
  agentSettingsPath,
  areLimitsOff,
  homeFolder,
  type LoadedConfig,
  loadConfig,
  resolveConfig,
  settingsFile,
} from "../../settings/index.ts";
import { judgeBeats } from "./beats.ts";
import { type Check, failure, warning } from "./check.ts";
import { gatherCollector, judgeCollector } from "./collector.ts";
import { gatherCredentials, judgeCredentials } from "./credentials.ts";
import { gatherRuntime, judgeRuntime } from "./runtime.ts";
import { judgeService } from "./service.ts";
import { gatherSettingsFile, judgeSettings } from "./settings.ts";
import { gatherState, judgeFinalDays, judgeState } from "./state/index.ts";
import { gatherTranscripts, judgeTranscripts } from "./transcripts.ts";

/** Checks the setup, and changes nothing. @param daemon the path of the daemon's file */
export async function examine(env: Env, daemon: string): Promise<Check[]> {
  const home = homeFolder(env);
  const loaded = await loadConfig({ env });
  const file = home === undefined ? undefined : await gatherSettingsFile(settingsFile(env, home));
  return [
    ...judgeRuntime(await gatherRuntime(env), env),
    ...judgeSettings(loaded, env, file),
    ...(loaded.status === "ok" && home !== undefined ? await examineBeat(loaded, env, home) : [UNCHECKED]),
    ...(await examineService(env, home, daemon)),
  ];
}

const UNCHECKED = warning(
  "unchecked",
  "credentials, transcripts, state and collector are not checked while the settings are wrong",
  "fix the settings, then run doctor again",
);

/** Everything that a beat works with. */
async function examineBeat(
  { config, origins }: LoadedConfig & { status: "ok" },
  env: Env,
  home: string,
): Promise<Check[]> {
  const settings = resolveConfig(config, env);
  const areRootsChosen = origins.transcriptRoots !== undefined;
  const now = Date.now();
  const [file, transcripts, state, collector] = await Promise.all([
    areLimitsOff(env) ? ({ status: "off" } as const) : gatherCredentials(settings.credentialsPath),
    gatherTranscripts(settings.transcriptRoots, areRootsChosen, agentSettingsPath(env, home)),
    gatherState(settings.stateDir, home, now),
    gatherCollector(settings, env),
  ]);
  const isChosen = origins.credentialsPath !== undefined;
  const credentials = { path: settings.credentialsPath, isChosen, file };
  return [
    ...judgeCredentials(credentials, now, process.platform),
    ...judgeTranscripts(transcripts),
    ...judgeFinalDays(state, transcripts, now),
    ...judgeState(state),
    ...judgeBeats(state, collector, now),
    ...judgeCollector(collector),
  ];
}

async function examineService(env: Env, home: string | undefined, daemon: string): Promise<Check[]> {
  const { manager, run } = realServiceEdges();
  if (manager === undefined || home === undefined) return judgeService(undefined);
  const facts = await inspectService({ manager, env, home, run }, daemon);
  if (facts.status === "unreadable") {
    const message = `cannot read ${facts.path}: ${describeCode(facts.code)}`;
    return [failure("service-files", message, "check its mode and its owner")];
  }
  return judgeService(facts);
}
