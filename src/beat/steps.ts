import type { AnyEnv, Fetch } from "../base/edges.ts";
import { requestTrusting } from "../base/net/request.ts";
import type { LimitsResult } from "../contract/index.ts";
import { fetchLimits, type Keychain } from "../limits/index.ts";
import {
  buildSnapshot,
  machineOf,
  type PushResult,
  pushSnapshot,
  readCollectorCa,
  readPushToken,
} from "../push/index.ts";
import type { Settings } from "../settings/index.ts";
import {
  type LockProbe,
  machineId,
  noteDelivery,
  oldestDayToScan,
  openState,
  type SettledState,
  type State,
  type StateFolder,
} from "../state/index.ts";
import { type FoundRoots, findRoots, type Scanner, type ScanResult } from "../usage/index.ts";
import type { BeatLog } from "./log.ts";
import { type Ending, OVERLAP, UNWRITABLE } from "./result.ts";

/** What the steps of a beat work with. */
export interface BeatContext {
  readonly settings: Settings;
  readonly folder: StateFolder;
  readonly env: AnyEnv;
  readonly fetch: Fetch;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly scanner: Scanner;
  readonly keychain: Keychain | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether this beat still holds the lock. */
  readonly probeLock: () => Promise<LockProbe>;
  readonly log: BeatLog;
}

export interface Opened {
  readonly status: "ok";
  readonly state: State;
  readonly machineId: string;
  readonly save: SettledState["save"];
}

/** Opens the state and makes sure that the machine has an id. */
export async function open({ folder, log }: BeatContext, now: number): Promise<Opened | Ending> {
  const opened = await openState(folder, now);
  log.opened(opened);
  if (opened.status === "unusable") return UNWRITABLE;
  if (opened.status !== "ok") return { status: "state_unusable", reason: opened.status };
  const machine = await machineId(folder, opened.state.machineId);
  log.machineId(machine);
  if (machine.status === "failed") return UNWRITABLE;
  const { state, save } = opened;
  return { status: "ok", state: { ...state, machineId: machine.id }, machineId: machine.id, save };
}

/** Scans the days whose record is open or has not begun. Rejects with the signal's reason once it is aborted. */
export async function scanOpenDays(
  state: State,
  { scanner, signal }: BeatContext,
  now: number,
): Promise<ScanResult & { readonly since: string }> {
  const since = oldestDayToScan(state, now);
  return { ...(await scanner.scan({ since, now, ...(signal && { signal }) })), since };
}

/** Whether there is a transcripts folder. It is only looked for if the scan found nothing. */
export async function lookForRoots(
  { files, readErrors }: ScanResult,
  { settings, env }: BeatContext,
): Promise<FoundRoots> {
  const hasRoot = files > 0 || readErrors > 0;
  return hasRoot ? { status: "found" } : findRoots(settings.transcriptRoots, env);
}

/** @param agentVersion the coding agent's; without one no call is made. */
export async function askForLimits(
  agentVersion: string | null,
  { settings, env, fetch, clock, keychain, signal }: BeatContext,
): Promise<LimitsResult> {
  const { credentialsPath } = settings;
  const now = clock();
  const limits = await fetchLimits({
    env,
    credentialsPath,
    fetch,
    claudeCodeVersion: agentVersion,
    now,
    signal,
    ...(keychain && { readFile: (path: string) => keychain.read(path, now, signal) }),
  });
  if (limits.detail === "http_401" || limits.detail === "http_403") keychain?.forget();
  return limits;
}

/** Saves the state, unless the lock was lost or another beat saved in between. */
export async function saveState(
  state: State,
  { save }: Pick<SettledState, "save">,
  { probeLock, log }: BeatContext,
): Promise<{ readonly status: "ok"; readonly state: State } | Ending> {
  const lock = await probeLock();
  if (lock.status === "lost") {
    log.lostLock();
    return OVERLAP;
  }
  const saved = lock.status === "ok" ? await save(state) : lock;
  log.saved(saved);
  switch (saved.status) {
    case "ok":
      return saved;
    case "moved":
      return OVERLAP;
    case "failed":
      return UNWRITABLE;
  }
}

export interface PushFacts {
  readonly machineId: string;
  readonly limits: LimitsResult;
  readonly readErrors: number;
}

/** Pushes a saved state, if a collector is set, and notes the outcome for `status`. */
export async function pushState(
  state: State,
  { machineId, limits, readErrors }: PushFacts,
  { settings, folder, env, fetch, clock, signal, log }: BeatContext,
): Promise<PushResult | "off"> {
  const { baseUrl, pushTokenFile, collectorCa } = settings;
  if (baseUrl === undefined) return "off";
  const ca = await readCollectorCa(collectorCa);
  const token = await readPushToken(pushTokenFile, env);
  log.pushToken(token);
  const now = clock();
  const snapshot = () =>
    buildSnapshot({ state, limits, machine: machineOf(machineId, settings), readErrors, now });
  const push: PushResult =
    ca.status === "ok" || ca.status === "none"
      ? await pushSnapshot({
          baseUrl,
          snapshot: snapshot(),
          token: token.status === "ok" ? token.token : undefined,
          fetch: ca.status === "ok" ? requestTrusting(ca.pem) : fetch,
          signal,
        })
      : { status: "failed", reason: "no_ca" };
  log.push(push);
  const delivered = push.status === "delivered";
  const outcome = push.status === "delivered" ? "delivered" : push.reason;
  await noteDelivery(folder, { at: new Date(now).toISOString(), outcome, delivered });
  return push;
}
