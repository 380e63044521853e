import type { OpenedState, OpenStateOptions } from "./state/index.ts";
import * as open from "./state/index.ts";
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
export type { OpenedState, OpenStateOptions, Origin, SaveResult, State } from "./state/index.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./usage/index.ts";

/** One scan from nothing. Rejects only when its signal ends it. */
export const scanUsage: (options: ScannerOptions & ScanRange) => Promise<ScanResult> = scan.scanUsage;
/** A scanner that remembers what it has read. */
export const createScanner: (options: ScannerOptions) => Scanner = scan.createScanner;
/** Opens the state, or takes the newest whole one of what was left of it. Never rejects. */
export const openState: (options: OpenStateOptions) => Promise<OpenedState> = open.openState;
