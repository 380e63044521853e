import { once } from "node:events";
import { MINUTE_MS } from "../base/durations.ts";
import type { Env, Log } from "../base/edges.ts";
import { announceMachineId } from "../beat/index.ts";
import { type Config, resolveConfig } from "../settings/index.ts";
import {
  type MachineId,
  machineId,
  type ReadState,
  readSaved,
  readState,
  type StateFolder,
  stateFolder,
} from "../state/index.ts";
import { createScanner, type ScannerOptions } from "../usage/index.ts";
import { Beats } from "./beats.ts";
import { beatOffset, nextBeat, startSchedule } from "./schedule.ts";
import { Wake } from "./wake.ts";

/** No beat comes at the start, or by the schedule, this soon after the last: a crash loop must not hammer the endpoint. In milliseconds. */
const RECENT_MS = 5 * MINUTE_MS;

export interface DaemonOptions {
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
  /** Ends the daemon: no new beat, and the one under way is ended. */
  readonly signal: AbortSignal;
  /** Told how far a scan has come. */
  readonly onProgress?: ScannerOptions["onProgress"];
}

/** How the daemon ended: by its signal, or because the state is not for this program. */
export type DaemonEnd = "stopped" | "newer" | "other_program";

/** Beats every 15 minutes until the signal comes. */
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
  const found = await readState(folder.names.state, folder.files);
  // Nothing is written beside a state that is not this program's; the first beat says so.
  const isForeign = found.status === "newer" || found.status === "other_program";
  const id = isForeign ? undefined : await ownMachineId(folder);
  // The first beat finds it mended, and says what else is wrong with it.
  if (id?.status === "ok") announceMachineId(id, log);
  const offset = beatOffset(id?.status === "ok" ? id.id : "");
  const sayRecent = () => {
    const next = new Date(nextBeat(offset, Date.now())).toISOString();
    log.info({ next }, `the last beat is under 5 minutes old: no further one now; the next comes at ${next}`);
  };
  const schedule = startSchedule(offset, {
    onBeat: async () => {
      if (wake.look()) return;
      if (beatRecently(await readState(folder.names.state, folder.files))) sayRecent();
      else await beats.run();
    },
    onBlocked: () => beats.sayBlocked(),
    onError: (error) => log.error({ err: error }, "the schedule failed; the next beat comes"),
  });
  const wake = new Wake({
    onJump: () => log.info({}, "the machine slept or its clock was set: a beat comes within a minute"),
    onSettled: () => void beats.runNext(),
  });

  if (beatRecently(found)) sayRecent();
  else void beats.run();
  if (!stop.signal.aborted) await once(stop.signal, "abort");
  schedule.stop();
  wake.stop();
  await beats.idle();
  signal.removeEventListener("abort", onSignal);
  return end;
}

async function ownMachineId(folder: StateFolder): Promise<MachineId> {
  const saved = await readSaved(folder);
  return machineId(folder, saved.status === "ok" ? saved.state.machineId : undefined);
}

/** A last beat that lies in the future counts as old. */
function beatRecently(found: ReadState): boolean {
  const last = found.status === "ok" ? found.state.lastBeat : null;
  const age = last === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(last.at);
  return age >= 0 && age < RECENT_MS;
}
