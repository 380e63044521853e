import { type AnyEnv, clockOf, completeLog, type Fetch, type Log, type Now } from "../base/edges.ts";
import { defaultFetch } from "../base/net/request.ts";
import type { Keychain } from "../limits/index.ts";
import { type Config, resolveConfig } from "../settings/index.ts";
import { foldBeat, noteLimits, settleClock, stateFolder, takeLock } from "../state/index.ts";
import { createScanner, type Scanner } from "../usage/index.ts";
import { raiseAlerts } from "./alerts.ts";
import { keychainFailureOf, keychainFor } from "./keychain.ts";
import { BeatLog } from "./log.ts";
import { type BeatResult, OVERLAP, UNWRITABLE } from "./result.ts";
import {
  askForLimits,
  type BeatContext,
  lookForRoots,
  open,
  pushState,
  saveState,
  scanOpenDays,
} from "./steps.ts";

export interface BeatOptions {
  /** The keys of the settings file; a key that is left out has its default. */
  readonly config: Config;
  /** @default process.env */
  readonly env?: AnyEnv;
  /** @default one request over `node:https` */
  readonly fetch?: Fetch;
  /** @default Date.now */
  readonly now?: Now;
  /** Methods that are left out log nothing. */
  readonly log?: Partial<Log>;
  /** A scanner that remembers makes the next beat cheap. It has its own roots. */
  readonly scanner?: Scanner;
  /** A Keychain that remembers its token, if `credentials` is `keychain`. */
  readonly keychain?: Keychain | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Runs one beat: scan, limits, state, push (rules PUSH-1, LIBRARY-4). Every expected failure is a result; only a bug
 * rejects.
 */
export async function runBeat({
  config,
  env = process.env,
  fetch = defaultFetch(),
  now,
  log: givenLog,
  scanner,
  keychain,
  signal,
}: BeatOptions): Promise<BeatResult> {
  if (signal?.aborted) return { status: "aborted" };
  const log = new BeatLog(completeLog(givenLog));
  const settings = resolveConfig(config, env);
  const folder = stateFolder(settings.stateDir);
  const lock = await takeLock(folder);
  log.lock(lock);
  if (lock.status === "taken") return OVERLAP;
  if (lock.status === "failed") return UNWRITABLE;
  try {
    return await beat({
      settings,
      folder,
      env,
      fetch,
      clock: clockOf(now),
      scanner: scanner ?? createScanner({ roots: settings.transcriptRoots }),
      keychain: keychain ?? keychainFor(settings, env),
      signal,
      probeLock: lock.probe,
      log,
    });
  } catch (error) {
    if (signal?.aborted && error === signal.reason) return { status: "aborted" };
    throw error;
  } finally {
    await lock.release();
  }
}

/** The steps after the lock in "A beat, in order" (docs/architecture.md), one line each. */
async function beat(context: BeatContext): Promise<BeatResult> {
  const { log, signal } = context;
  const now = context.clock();

  const opened = await open(context, now);
  if (opened.status !== "ok") return opened;
  const settled = await settleClock(context.folder, opened, now);
  const scan = await scanOpenDays(settled.state, context, now);
  const roots = await lookForRoots(scan, context);
  const limits = await askForLimits(scan.agentVersion ?? settled.state.agentVersion, context);
  const folded = foldBeat(settled, { covered: scan, limits, now });

  if (signal?.aborted) return { status: "aborted" };
  log.roots(roots);
  log.scan(scan);
  const keychain = keychainFailureOf(limits, context);
  log.limits(limits, keychain);
  const saved = await saveState(folded.state, settled, context);
  if (saved.status !== "ok") return saved;
  if (limits.status === "ok") await noteLimits(context.folder, limits);
  const { readErrors } = scan;
  const facts = { machineId: opened.machineId, limits, readErrors };
  const [push] = await Promise.all([pushState(saved.state, facts, context), raiseAlerts(limits, context)]);

  const { seq } = saved.state;
  const { frozen } = folded;
  const aboutKeychain = keychain === undefined ? {} : { keychain };
  log.done({ scan, limits, ...aboutKeychain, push, seq, frozen });
  return { status: "done", seq, limits, ...aboutKeychain, readErrors, frozen, push };
}
