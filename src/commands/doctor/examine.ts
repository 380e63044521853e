import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";
import { describeCode } from "../../base/system-errors.ts";
import { keychainItem } from "../../limits/index.ts";
import { inspectService, realServiceEdges } from "../../service/install/index.ts";
import {
  agentSettingsPath,
  areLimitsOff,
  homeFolder,
  type LoadedConfig,
  loadConfig,
  resolveConfig,
  type Settings,
  settingsFile,
} from "../../settings/index.ts";
import { stateFolder } from "../../state/index.ts";
import { savedKeychainFailure } from "../keychain.ts";
import { judgeBeats } from "./beats.ts";
import { type Check, failure, warning } from "./check.ts";
import { gatherCollector, judgeCollector } from "./collector.ts";
import { type CredentialsFacts, gatherCredentials, judgeCredentials } from "./credentials.ts";
import { gatherFinalCounts, judgeFinalCounts } from "./final-counts.ts";
import { gatherKeychain } from "./keychain.ts";
import { gatherPage, judgePage } from "./page.ts";
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
    ...judgeRuntime(await gatherRuntime(env, Date.now()), env),
    ...judgeSettings(loaded, env, file),
    ...(loaded.status === "ok" && home !== undefined ? await examineBeat(loaded, env, home) : [UNCHECKED]),
    ...(await examineService(env, home, daemon)),
  ];
}

const UNCHECKED = warning(
  "unchecked",
  "credentials, transcripts, state and collector are not checked while the settings are wrong",
  `fix the settings, then run "${vendor.program} doctor" again`,
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
  const [file, transcripts, finalCounts, state, collector, keychain, page] = await Promise.all([
    areLimitsOff(env) ? ({ status: "off" } as const) : gatherLogin(settings, env),
    gatherTranscripts(settings.transcriptRoots, areRootsChosen, agentSettingsPath(env, home), env),
    gatherFinalCounts(settings.transcriptRoots, now),
    gatherState(settings.stateDir, home, now),
    gatherCollector(settings, env),
    savedKeychainFailure(settings, stateFolder(settings.stateDir)),
    gatherPage(settings.page, settings.stateDir),
  ]);
  const isChosen = origins.credentialsPath !== undefined;
  const credentials = { path: settings.credentialsPath, isChosen, file };
  return [
    ...judgeCredentials(credentials, now, process.platform),
    ...judgeTranscripts(transcripts),
    ...judgeFinalCounts(finalCounts),
    ...judgeFinalDays(state, now),
    ...judgeState(state),
    ...judgeBeats(state, collector, now, keychain),
    ...judgeCollector(collector),
    ...judgePage(page),
  ];
}

function gatherLogin(
  { credentials, credentialsPath, stateDir }: Settings,
  env: Env,
): Promise<CredentialsFacts["file"]> {
  const item = credentials === "keychain" ? keychainItem(env) : undefined;
  if (item === undefined) return gatherCredentials(credentialsPath);
  return gatherKeychain(item, stateFolder(stateDir).names.keychain);
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
