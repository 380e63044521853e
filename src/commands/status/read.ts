import type { Days } from "../../contract/index.ts";
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
  return statusOf({
    state,
    days: days ?? (state === undefined ? {} : daysOf(state)),
    history: await readHistory(folder),
    settings,
    machineId: await readMachineId(folder, state),
    delivery: await readDelivery(folder),
    service: queryService(edges),
    keychain: await savedKeychainFailure(settings, folder),
    topProject: await findProject(settings, now),
    now,
  });
}

function queryService({ manager, env, run }: ServiceEdges): Service {
  if (manager === undefined) return { manager: null, status: "unknown" };
  return { manager, status: serviceState({ manager, env, run }).status };
}
