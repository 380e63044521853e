import { torontoDay } from "../../base/calendar.ts";
import { type Days, tokensOf } from "../../contract/index.ts";
import { realServiceEdges, type ServiceEdges, serviceState } from "../../service/install/index.ts";
import type { Settings } from "../../settings/index.ts";
import { readDelivery, readHistory, readMachineId, type State, stateFolder } from "../../state/index.ts";
import { daysOf } from "../figures.ts";
import { savedKeychainFailure } from "../keychain.ts";
import { type StatusView, statusOf } from "./facts.ts";
import type { Service } from "./schema.ts";
import { topProject } from "./top-project.ts";

/** What is saved: `state` is undefined before the first beat. */
export interface Saved {
  readonly state: State | undefined;
  /** The days to show. Default: the state's. */
  readonly days?: Days;
  readonly settings: Settings;
}

export interface ReadOptions {
  readonly edges?: ServiceEdges;
  /** Finds the project that cost the most today. */
  readonly findProject?: typeof topProject;
}

/** Reads everything that `status` shows beside the state. Never rejects. */
export async function readStatus(
  { state, days, settings }: Saved,
  { edges = realServiceEdges(), findProject = topProject }: ReadOptions = {},
): Promise<StatusView> {
  const folder = stateFolder(settings.stateDir);
  const now = Date.now();
  const shown = days ?? (state === undefined ? {} : daysOf(state));
  return statusOf({
    state,
    days: shown,
    history: await readHistory(folder),
    settings,
    machineId: await readMachineId(folder, state),
    delivery: await readDelivery(folder),
    service: queryService(edges),
    keychain: await savedKeychainFailure(settings, folder),
    topProject: isUsed(shown[torontoDay(now)]) ? await findProject(settings, now) : null,
    now,
  });
}

/** The project is named beside what was used: without usage, the transcripts need not be read. */
function isUsed(day: Days[string] | undefined): boolean {
  return Object.values(day?.models ?? {}).some((counts) => counts.requests > 0 || tokensOf(counts) > 0);
}

function queryService({ manager, env, run }: ServiceEdges): Service {
  if (manager === undefined) return { manager: null, status: "unknown" };
  return { manager, status: serviceState({ manager, env, run }).status };
}
