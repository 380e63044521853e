import { truncate } from "../base/strings.ts";

/** One line of a transcript that counts (rule SCAN-2). */
export interface UsageLine {
  /** Empty where there is none; without it the line stands for itself. */
  readonly messageId: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** As it came; see `modelName`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  /** As it came; see `versionOf`. */
  readonly version: string;
}

const UNKNOWN = "unknown";
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,48}$/;
/** A date and time of ISO 8601 with an explicit zone, so that it is the same instant on every machine. */
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Epoch milliseconds, where the text is a date with a zone. */
export function instantOf(timestamp: string): number | undefined {
  if (!ZONED.test(timestamp)) return undefined;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? undefined : at;
}

/** What a model is counted under: one without a name as `unknown`. */
export function modelName(model: string): string {
  if (model === "" || model === "__proto__") return UNKNOWN;
  return truncate(model).replace(/\p{Cc}/gu, "\uFFFD");
}

/** The version that a line tells, where it is one. */
export function versionOf(version: string): string | undefined {
  return VERSION.test(version) ? version : undefined;
}

/** A count that is no safe integer above 0 is 0. */
export function tokensOf(count: unknown): number {
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
