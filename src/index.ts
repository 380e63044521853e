import * as open from "./state/open.ts";
import type { OpenedState, OpenStateOptions } from "./state/types.ts";
import * as scan from "./usage/scan.ts";
import type { Scanner, ScannerOptions, ScanRange, ScanResult } from "./usage/types.ts";

export { torontoDay } from "./base/calendar.ts";
export type { Env, Fetch, Log, Now } from "./base/edges.ts";
export { defaultCredentialsPath } from "./base/paths.ts";
export type { Config, LogLevel } from "./base/settings/config.ts";
export { type BeatOptions, type BeatResult, runBeat } from "./beat.ts";
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
  type State,
  snapshotSchema,
} from "./contract.ts";
export {
  DETAILS,
  type Detail,
  type FetchLimitsOptions,
  fetchLimits,
  LIMITS_TIMEOUT_MS,
  OAUTH_BETA,
  USAGE_URL,
} from "./limits/fetch.ts";
export { parseUsage } from "./limits/parse.ts";
export { type PushOptions, type PushResult, pushSnapshot } from "./push/push.ts";
export type { SnapshotFacts } from "./push/snapshot.ts";
export { buildSnapshot } from "./snapshot.ts";
export type { OpenedState, OpenStateOptions, Origin, SaveResult } from "./state/types.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./usage/types.ts";

/** One scan from nothing. Rejects only when its signal ends it. */
export const scanUsage: (options: ScannerOptions & ScanRange) => Promise<ScanResult> = scan.scanUsage;
/** A scanner that remembers what it has read. */
export const createScanner: (options: ScannerOptions) => Scanner = scan.createScanner;
/** Opens the state, or takes the newest whole one of what was left of it. Never rejects. */
export const openState: (options: OpenStateOptions) => Promise<OpenedState> = open.openState;
