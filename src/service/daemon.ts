import type { Env, Log } from "../base/edges.ts";
import type { Config } from "../base/settings/config.ts";
import { resolveConfig } from "../base/settings/resolve.ts";
import { type BeatResult, runBeat } from "../beat.ts";
import { realFiles } from "../state/files.ts";
import { machineId } from "../state/machine-id.ts";
import { stateNames } from "../state/names.ts";
import { readState } from "../state/read.ts";
import { createScanner } from "../usage/scan.ts";
import { beatOffset, startSchedule } from "./schedule.ts";

/** A start this soon after the last beat does not beat at once: a crash loop must not hammer the endpoint. In milliseconds. */
const RECENT_MS = 5 * 60_000;

export interface DaemonOptions {
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
  /** Ends the daemon: no new beat, and the one under way is ended. */
  readonly signal: AbortSignal;
}

/** How the daemon ended: by its signal, or because the state is not for this program. */
export type DaemonEnd = "stopped" | "newer" | "other_program";

/** Beats until the signal comes. */
export async function runDaemon({ config, env, log, signal }: DaemonOptions): Promise<DaemonEnd> {
  const { stateDir, transcriptRoots } = resolveConfig(config, env);
  const scanner = createScanner({ roots: transcriptRoots });
  let end: (how: DaemonEnd) => void = () => {};
  const ended = new Promise<DaemonEnd>((resolve) => {
    end = resolve;
  });
  let underWay: Promise<void> = Promise.resolve();

  const beat = async () => {
    if (signal.aborted) return;
    try {
      const result = await runBeat({ config, env, log, scanner, signal });
      const fatal = unmendable(result);
      if (fatal !== undefined) end(fatal);
    } catch (error) {
      log.error({ err: error }, "a beat failed for a reason that was not foreseen; the next one comes");
    }
  };
  const onBeat = () => (underWay = beat());

  const id = await machineId(stateDir, realFiles);
  const offset = beatOffset(id.status === "ok" ? id.id : "");
  const schedule = startSchedule(offset, {
    onBeat,
    onBlocked: () => log.warn({}, "a beat was skipped: the last one is still under way"),
    onError: (error) => log.error({ err: error }, "the schedule failed; the next beat comes"),
  });
  signal.addEventListener("abort", () => end("stopped"), { once: true });
  if (signal.aborted) end("stopped");
  else if (!(await beatRecently(stateDir))) void onBeat();

  const how = await ended;
  schedule.stop();
  await underWay;
  return how;
}

/** A last beat that lies in the future counts as old. */
async function beatRecently(stateDir: string): Promise<boolean> {
  const read = await readState(stateNames(stateDir).state, realFiles);
  const last = read.status === "ok" ? read.state.lastBeat : null;
  const age = last === null ? Number.POSITIVE_INFINITY : Date.now() - Date.parse(last.at);
  return age >= 0 && age < RECENT_MS;
}

function unmendable(result: BeatResult): "newer" | "other_program" | undefined {
  if (result.status !== "state_unusable" || result.reason === "unwritable") return undefined;
  return result.reason;
}
