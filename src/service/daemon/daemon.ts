import { once } from "node:events";
import { MINUTE_MS } from "../../base/durations.ts";
import type { Env, Log } from "../../base/edges.ts";
import { announceMachineId } from "../../beat/index.ts";
import { type Config, resolveConfig } from "../../settings/index.ts";
import {
  type MachineId,
  machineId,
  type ReadState,
  readLatestState,
  readState,
  type StateFolder,
  stateFolder,
} from "../../state/index.ts";
import { createScanner, type ScannerOptions } from "../../usage/index.ts";
import { beatOffset, nextBeat, startSchedule } from "../schedule.ts";
import { Beats } from "./beats.ts";
import { Wake } from "./wake.ts";

/** No beat runs this soon after the last one, in milliseconds: a crash loop must not flood the endpoint (rule SERVICE-3). */
const RECENT_MS = 5 * MINUTE_MS;

export interface DaemonOptions {
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
  /** Ends the daemon: no new beat starts, and a running one is aborted. */
  readonly signal: AbortSignal;
  /** Called with a scan's progress. */
  readonly onProgress?: ScannerOptions["onProgress"];
}

/** How the daemon ended: by its signal, or because the state is of a newer version or of the other program. */
export type DaemonEnd = "stopped" | "newer" | "other_program";

/** Runs a beat every 15 minutes until the signal comes. */
export async function runDaemon({ config, env, log, signal, onProgress }: DaemonOptions): Promise<DaemonEnd> {
  const { stateDir, transcriptRoots } = resolveConfig(config, env);
  const folder = stateFolder(stateDir);
  const stop = new AbortController();
  let end: DaemonEnd = "stopped";
  const onSignal = () => stop.abort();
  signal.addEventListener("abort", onSignal);
  if (signal.aborted) return end;

  const beats = new Beats({
    config,
    env,
    log,
    scanner: createScanner({ roots: transcriptRoots, ...(onProgress && { onProgress }) }),
    signal: stop.signal,
    onResult(result) {
      if (result.status !== "state_unusable" || result.reason === "unwritable") return;
      end = result.reason;
      stop.abort();
    },
  });
  const found = await readState(folder);
  // Nothing is written beside the state of another program or version; the first beat reports it.
  const isForeign = found.status === "newer" || found.status === "other_program";
  const id = isForeign ? undefined : await ownMachineId(folder);
  // The first beat finds the id repaired, so a repair is reported here. Any other problem is reported there.
  if (id?.status === "ok") announceMachineId(id, log);
  const offset = beatOffset(id?.status === "ok" ? id.id : "");
  const reportSkipped = () => {
    const next = new Date(nextBeat(offset, Date.now())).toISOString();
    log.info({ next }, `the last beat is under 5 minutes old: no further one now; the next comes at ${next}`);
  };
  const schedule = startSchedule(offset, {
    onBeat: async () => {
      wake.check();
      if (wake.isSettling) return;
      if (wasRecent(await readState(folder))) reportSkipped();
      else await beats.run();
    },
    onBlocked: () => beats.reportBlocked(),
    onError: (error) => log.error({ err: error }, "the schedule failed; the next beat comes"),
  });
  const wake = new Wake({
    onJump: () => log.info({}, "the machine slept or its clock was set: a beat comes within a minute"),
    onSettled: () => void beats.runNext(),
  });

  if (wasRecent(found)) reportSkipped();
  else void beats.run();
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  schedule.stop();
  wake.stop();
  await beats.idle();
  signal.removeEventListener("abort", onSignal);
  return end;
}

async function ownMachineId(folder: StateFolder): Promise<MachineId> {
  const saved = await readLatestState(folder);
  return machineId(folder, saved.status === "ok" ? saved.state.machineId : undefined);
}

/** Whether the last beat was recent. One in the future was not. */
function wasRecent(found: ReadState): boolean {
  const last = found.status === "ok" ? found.state.lastBeat : null;
  const age = last === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(last.at);
  return age >= 0 && age < RECENT_MS;
}
