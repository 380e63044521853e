import { MAX_TEXT, truncate } from "../base/strings.ts";
import { isAgentVersion } from "../contract/index.ts";

/** What one request used. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  /** The part of `cacheCreationTokens` that is kept for an hour. */
  readonly cacheCreation1hTokens: number;
}

/** A request that a line lists in addition to its own (rule SCAN-21). */
export interface AdvisorCall extends Usage {
  /** As written; see `modelName`. */
  readonly model: string;
  readonly isFast: boolean;
}

/** The hash of a request's ids: 128 bits, in four words. */
export interface IdHash {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
}

/** A line of a transcript that counts (rule SCAN-2). */
export interface UsageLine extends AdvisorCall {
  /** Undefined if the line has no message id: it is then a request of its own. */
  readonly ids: IdHash | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether it says why the answer stopped: its counts are then final. */
  readonly isStopped: boolean;
  /** As written in the line; see `versionOf`. */
  readonly version: string;
}

const UNKNOWN = "unknown";
/** Ends the name of a model that answered in fast mode. */
const FAST = "-fast";
/** An ISO 8601 date and time with an explicit zone: the same instant on every machine. */
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** The instant of a timestamp in epoch milliseconds; undefined if it is not a date with a zone. */
export function instantOf(timestamp: string): number | undefined {
  if (!ZONED.test(timestamp)) return undefined;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? undefined : at;
}

/** The name that a model is counted under (rule SCAN-7). */
export function modelName(model: string): string {
  if (model === "" || model === "__proto__") return UNKNOWN;
  return truncate(model).replace(/\p{Cc}/gu, "\uFFFD");
}

/** The name that a model is counted under in fast mode (rule SCAN-23). */
export function fastName(name: string): string {
  return truncate(name, MAX_TEXT - FAST.length) + FAST;
}

/** The agent's version on a line; undefined if it is not one (rule SCAN-19). */
export function versionOf(version: string): string | undefined {
  return isAgentVersion(version) ? version : undefined;
}

/** The count in a JSON value: 0 unless it is a safe integer above 0 (rule SCAN-6). */
export function tokenCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** The tokens written to the cache: those in all, or those for 5 minutes and 1 hour, if they are more (rule SCAN-22). */
export function cacheCreation(all: number, for5m: number, for1h: number): number {
  return Math.max(all, Math.min(for5m + for1h, Number.MAX_SAFE_INTEGER));
}
