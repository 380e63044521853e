import { once } from "node:events";
import { MINUTE_MS } from "../../base/durations.ts";
import type { Env, Log } from "../../base/edges.ts";
import { plural } from "../../base/words.ts";
import { BeatLog, keychainFor } from "../../beat/index.ts";
import { type Config, type LoadedConfig, resolveConfig } from "../../settings/index.ts";
import {
  type MachineId,
  machineId,
  type ReadState,
  readLatestState,
  readState,
  type StateFolder,
  stateFolder,
} from "../../state/index.ts";
import { localTime } from "../../text/times.ts";
import { createScanner, type ScannerOptions } from "../../usage/index.ts";
import { beatOffset, nextBeat } from "../schedule.ts";
import { Beats, type OnSaved } from "./beats.ts";
import { startSchedule } from "./cron.ts";
import { Wake } from "./wake.ts";

/** No beat runs this soon after the last one, in milliseconds: a crash loop must not flood the endpoint (rule SERVICE-3). */
const RECENT_MS = 5 * MINUTE_MS;

export interface DaemonOptions {
  readonly config: Config;
  /** Reads the settings again before each beat, so that `join` needs no restart. Without it they stay. */
  readonly reload?: () => Promise<LoadedConfig>;
  readonly env: Env;
  readonly log: Log;
  /** Ends the daemon: no new beat starts, and a running one is aborted. */
  readonly signal: AbortSignal;
  /** Called with a scan's progress. */
  readonly onProgress?: ScannerOptions["onProgress"];
  /** Called after each beat that saved, and at the start if the first beat is skipped. */
  readonly onSaved?: OnSaved;
  /** Called once, after the first beat or when it was skipped, unless the daemon ends. */
  readonly onFirst?: () => Promise<void>;
}

/** How the daemon ended: by its signal, or because the state is from a newer version or from the other program. */
export type DaemonEnd = "stopped" | "newer" | "other_program";

/** Runs a beat every 15 minutes until the signal comes. */
export async function runDaemon(options: DaemonOptions): Promise<DaemonEnd> {
  const { config, env, log, signal, onProgress, onFirst = async () => {} } = options;
  const settings = resolveConfig(config, env);
  const { stateDir, transcriptRoots } = settings;
  const folder = stateFolder(stateDir);
  const stop = new AbortController();
  let end: DaemonEnd = "stopped";
  const onSignal = () => stop.abort();
  signal.addEventListener("abort", onSignal);
  if (signal.aborted) return end;

  const beats = new Beats({
    config,
    reload: options.reload,
    env,
    log,
    scanner: createScanner({ roots: transcriptRoots, ...(onProgress && { onProgress }) }),
    keychain: keychainFor(settings, env),
    signal: stop.signal,
    onSaved: options.onSaved,
    onResult(result) {
      if (result.status !== "state_unusable" || result.reason === "unwritable") return;
      end = result.reason;
      stop.abort();
    },
  });
  const found = await readState(folder);
  // Write nothing next to a state from a newer version or another program. The first beat reports it.
  const isForeign = found.status === "newer" || found.status === "other_program";
  const id = isForeign ? undefined : await ownMachineId(folder);
  // A repair is logged here, because the first beat finds the id already repaired. The beat logs any other problem.
  if (id?.status === "ok") new BeatLog(log).machineId(id);
  const offset = beatOffset(id?.status === "ok" ? id.id : "");
  const reportSkipped = (age: number) => {
    const now = Date.now();
    const next = nextBeat(offset, now);
    const last = age < MINUTE_MS ? "under a minute" : plural(Math.floor(age / MINUTE_MS), "minute");
    const message = `Skipped: last refresh was ${last} ago. Next at ${localTime(next, now)}.`;
    log.info({ next: new Date(next).toISOString() }, message);
  };
  const schedule = startSchedule(offset, {
    onBeat: async () => {
      wake.check();
      if (wake.isSettling) return;
      const recent = recentAge(await readState(folder));
      if (recent === undefined) await beats.run();
      else reportSkipped(recent);
    },
    onBlocked: () => beats.reportBlocked(),
    onError: (error) => log.error({ err: error }, "the schedule failed unexpectedly; it continues"),
  });
  const wake = new Wake({
    onJump: () => log.info({}, "the machine slept or its clock was set: refreshing within a minute"),
    onSettled: () => void beats.runNext(),
  });

  const first = async () => {
    const recent = recentAge(found);
    if (recent === undefined) {
      await beats.run();
    } else {
      reportSkipped(recent);
      await beats.skip();
    }
    if (!stop.signal.aborted) await onFirst();
  };
  void first();
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

/** The age of the last beat in milliseconds, if that was recent. A beat in the future does not count. */
function recentAge(found: ReadState): number | undefined {
  const last = found.status === "ok" ? found.state.lastBeat : null;
  if (last === null) return undefined;
  const age = Date.now() - Date.parse(last.at);
  return age >= 0 && age < RECENT_MS ? age : undefined;
}
