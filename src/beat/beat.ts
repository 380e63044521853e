import { type AnyEnv, clockOf, type Fetch, type Log, type Now, wholeLog } from "../base/edges.ts";
import { defaultFetch } from "../base/net/request.ts";
import type { LimitsResult } from "../contract/index.ts";
import { fetchLimits } from "../limits/index.ts";
import { buildSnapshot, type PushResult, pushSnapshot, readPushToken } from "../push/index.ts";
import { type Config, resolveConfig, type Settings } from "../settings/index.ts";
import {
  clockStep,
  foldBeat,
  keepBeforeJump,
  type LockProbe,
  machineId,
  noteDelivery,
  oldestOpenDay,
  openState,
  readBeforeJump,
  type State,
  type StateFolder,
  settleClock,
  stateFolder,
  takeLock,
} from "../state/index.ts";
import { createScanner, type Scanner } from "../usage/index.ts";
import {
  announceLock,
  announceMachineId,
  announceOpened,
  announceReadErrors,
  announceSaved,
  summarize,
} from "./log.ts";
import { announceLimits, announcePush, announcePushToken } from "./outcome-log.ts";

export type BeatResult =
  | {
      readonly status: "done";
      readonly seq: number;
      readonly limits: LimitsResult;
      readonly readErrors: number;
      /** How many days this beat froze. */
      readonly frozen: number;
      readonly push: PushResult | "off";
    }
  /** Another beat was under way, or saved first: nothing was written. */
  | { readonly status: "overlap" }
  /** Ended by the signal before anything was written. */
  | { readonly status: "aborted" }
  | { readonly status: "state_unusable"; readonly reason: "newer" | "unwritable" | "other_program" };

export interface BeatOptions {
  /** The settings file's keys; what is left out has its default. */
  readonly config: Config;
  readonly env?: AnyEnv;
  readonly fetch?: Fetch;
  readonly now?: Now;
  /** Methods that are left out say nothing. */
  readonly log?: Partial<Log>;
  /** One that remembers makes the next beat cheap; its roots are its own. */
  readonly scanner?: Scanner;
  readonly signal?: AbortSignal;
}

type Edges = Required<Pick<BeatOptions, "env" | "fetch">> & {
  readonly log: Log;
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly clock: () => number;
  readonly scanner: Scanner;
  readonly signal: AbortSignal | undefined;
  /** Whether the lock between processes is still this beat's. */
  readonly probeLock: () => Promise<LockProbe>;
};

/**
 * One whole beat: scan, limits, state, push (rules PUSH-1, LIBRARY-4). Every failure that can be foreseen is a
 * result; only a bug rejects.
 */
export async function runBeat({
  config,
  env = process.env,
  fetch = defaultFetch(),
  now,
  log: givenLog,
  scanner,
  signal,
}: BeatOptions): Promise<BeatResult> {
  if (signal?.aborted) return { status: "aborted" };
  const log = wholeLog(givenLog);
  const settings = resolveConfig(config, env);
  const folder = stateFolder(settings.stateDir);
  const lock = await takeLock(folder);
  announceLock(lock, log);
  if (lock.status === "taken") return { status: "overlap" };
  if (lock.status === "failed") return { status: "state_unusable", reason: "unwritable" };
  try {
    return await beat({
      settings,
      folder,
      env,
      fetch,
      log,
      clock: clockOf(now),
      scanner: scanner ?? createScanner({ roots: settings.transcriptRoots }),
      signal,
      probeLock: lock.probe,
    });
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return { status: "aborted" };
    throw error;
  } finally {
    await lock.release();
  }
}

async function beat(edges: Edges): Promise<BeatResult> {
  const { settings, folder, env, fetch, log, scanner, signal } = edges;
  const now = edges.clock();

  const opened = await openState(folder, now);
  announceOpened(opened, log);
  if (opened.status === "unusable") return { status: "state_unusable", reason: "unwritable" };
  if (opened.status !== "ok") return { status: "state_unusable", reason: opened.status };
  const machine = await machineId(folder, opened.state.machineId);
  announceMachineId(machine, log);
  if (machine.status === "failed") return { status: "state_unusable", reason: "unwritable" };

  const found: State = { ...opened.state, machineId: machine.id };
  const before = settleClock(found, await copyBeforeJump(found, folder, now), now);
  const since = oldestOpenDay(before.days, now);
  const scan = await scanner.scan({ since, now, ...(signal && { signal }) });
  const agentVersion = scan.agentVersion ?? before.agentVersion;
  const limits = await fetchLimits({
    env,
    credentialsPath: settings.credentialsPath,
    fetch,
    claudeCodeVersion: agentVersion,
    now: edges.clock(),
    signal,
  });

  const { state, frozen } = foldBeat(before, { covered: { ...scan, since }, limits, now });
  if (signal?.aborted) return { status: "aborted" };
  announceReadErrors(scan, log);
  announceLimits(limits, log);
  const lock = await edges.probeLock();
  if (lock.status === "lost") {
    log.warn({}, "the lock was lost to another beat: nothing was written");
    return { status: "overlap" };
  }
  const kept = lock.status === "ok" ? await keepForJump(opened.state, folder, now) : lock;
  const saved = kept.status === "ok" ? await opened.save(state) : kept;
  announceSaved(saved, log);
  if (saved.status === "moved") return { status: "overlap" };
  if (saved.status === "failed") return { status: "state_unusable", reason: "unwritable" };

  const savedState: State = { ...state, seq: opened.state.seq + 1 };
  const push = await pushState(savedState, limits, scan.readErrors, machine.id, edges);
  log.info(
    ...summarize({ scan, limits, frozen, push, state: savedState, isFirst: before.lastBeat === null }),
  );
  return { status: "done", seq: savedState.seq, limits, readErrors: scan.readErrors, frozen, push };
}

async function copyBeforeJump(state: State, folder: StateFolder, now: number): Promise<State | undefined> {
  return clockStep(state, now) === "back" ? readBeforeJump(folder) : undefined;
}

async function keepForJump(state: State, folder: StateFolder, now: number) {
  return clockStep(state, now) === "forward" ? keepBeforeJump(folder) : ({ status: "ok" } as const);
}

async function pushState(
  state: State,
  limits: LimitsResult,
  readErrors: number,
  machineId: string,
  { settings, folder, env, fetch, log, clock, signal }: Edges,
): Promise<PushResult | "off"> {
  const { baseUrl, label, account } = settings;
  if (baseUrl === undefined) return "off";
  const token = await readPushToken(settings.pushTokenFile, env);
  announcePushToken(token, log);
  const machine = { id: machineId, label, os: process.platform, ...(account !== undefined && { account }) };
  const now = clock();
  const push = await pushSnapshot({
    baseUrl,
    snapshot: buildSnapshot({ state, limits, machine, readErrors, now }),
    token: token.status === "ok" ? token.token : undefined,
    fetch,
    signal,
  });
  announcePush(push, log);
  const outcome = push.status === "delivered" ? "delivered" : push.reason;
  const at = new Date(now).toISOString();
  await noteDelivery(folder, { at, outcome, delivered: push.status === "delivered" });
  return push;
}
