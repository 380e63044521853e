import type { Now } from "./base/edges.ts";
import { type OpenedState, openState as openStateFolder, stateFolder } from "./state/index.ts";
import type { Scanner, ScannerOptions, ScanRange, ScanResult } from "./usage/index.ts";
import * as scan from "./usage/index.ts";

export { torontoDay } from "./base/calendar.ts";
export type { AnyEnv as Env, Fetch, Log, Now } from "./base/edges.ts";
export type { LogLevel } from "./base/log/levels.ts";
export { type BeatOptions, type BeatResult, runBeat } from "./beat/index.ts";
export {
  type Counts,
  type DayRecord,
  type Days,
  type Item,
  type LimitsResult,
  type Machine,
  type Models,
  type Snapshot,
  type SnapshotDay,
  snapshotSchema,
} from "./contract/index.ts";
export {
  DETAILS,
  type Detail,
  type FetchLimitsOptions,
  fetchLimits,
  LIMITS_TIMEOUT_MS,
  OAUTH_BETA,
  parseUsage,
  USAGE_URL,
} from "./limits/index.ts";
export {
  buildSnapshot,
  type PushOptions,
  type PushResult,
  pushSnapshot,
  type SnapshotFacts,
} from "./push/index.ts";
export { type Config, defaultCredentialsPath } from "./settings/index.ts";
export type { OpenedState, Origin, SaveResult, State } from "./state/index.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./usage/index.ts";

// These three are redeclared to leave out parameters and options that only the program and its tests use.

/**
 * Scans transcripts from scratch. Rejects only if its signal aborts it.
 * @example
 * const { days } = await scanUsage({ roots: ["/home/me/transcripts"], since: "2026-11-01" });
 */
export const scanUsage: (options: ScannerOptions & ScanRange) => Promise<ScanResult> = scan.scanUsage;
/**
 * Creates a scanner that remembers what it has read, so that its next scan reads only what changed.
 * @example
 * const scanner = createScanner({ roots: ["/home/me/transcripts"] });
 * setInterval(() => runBeat({ config: {}, scanner }), 900_000);
 */
export const createScanner: (options: ScannerOptions) => Scanner = scan.createScanner;

export interface OpenStateOptions {
  /** The state folder. It is created if it does not exist. */
  readonly dir: string;
  /** @default Date.now */
  readonly now?: Now;
}

/**
 * Opens the state. If its file is missing or corrupt, recovers the newest intact copy. Never rejects.
 * @example
 * const opened = await openState({ dir: "/home/me/.local/state/agent-usage" });
 * if (opened.status === "ok") console.log(opened.state.lastBeat);
 */
export function openState({ dir, now }: OpenStateOptions): Promise<OpenedState> {
  return openStateFolder(stateFolder(dir), now);
}
