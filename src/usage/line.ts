import { truncate } from "../base/strings.ts";

/** A line of a transcript that counts (rule SCAN-2). */
export interface UsageLine {
  /** Empty if the line has none: it is then a request of its own. */
  readonly messageId: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** As written in the line; see `modelName`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  /** As written in the line; see `versionOf`. */
  readonly version: string;
}

const UNKNOWN = "unknown";
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,48}$/;
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

/** The agent's version on a line; undefined if it is not one (rule SCAN-19). */
export function versionOf(version: string): string | undefined {
  return VERSION.test(version) ? version : undefined;
}

/** The count in a JSON value: 0 unless it is a safe integer above 0 (rule SCAN-6). */
export function tokenCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
