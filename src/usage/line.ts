import { isJsonObject, isNonEmptyString, parseJson } from "../base/json.ts";
import { truncate } from "../base/text.ts";

/** One line of a transcript that counts (design: Transcripts). */
export interface UsageLine {
  /** The request that it is a line of; empty where the line stands for itself. */
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheCreationTokens: number;
  readonly cacheReadTokens: number;
  readonly version: string | undefined;
}

/** `irrelevant` is whole JSON that does not count; `broken` is no JSON. */
export type ReadLine = UsageLine | "irrelevant" | "broken";

/** The model of the agent's own error notes, which are no usage. */
const SYNTHETIC = "<synthetic>";
const UNKNOWN = "unknown";
const VERSION = /^\d+\.\d+\.\d+[\w.+-]{0,48}$/;
/** A date and time of ISO 8601 with an explicit zone, so that it is the same instant on every machine. */
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Reads one line. Never throws, whatever the text. */
export function readLine(text: string): ReadLine {
  const value = parseJson(text);
  if (value === undefined) return "broken";
  if (!isJsonObject(value) || value["type"] !== "assistant") return "irrelevant";
  const message = value["message"];
  if (!isJsonObject(message)) return "irrelevant";
  const usage = message["usage"];
  if (!isJsonObject(usage) || message["model"] === SYNTHETIC) return "irrelevant";
  const at = instantOf(value["timestamp"]);
  if (at === undefined) return "irrelevant";
  const version = value["version"];
  return {
    key: requestKey(message["id"], value["requestId"]),
    at,
    model: modelName(message["model"]),
    inputTokens: tokens(usage["input_tokens"]),
    outputTokens: tokens(usage["output_tokens"]),
    cacheCreationTokens: tokens(usage["cache_creation_input_tokens"]),
    cacheReadTokens: tokens(usage["cache_read_input_tokens"]),
    version: typeof version === "string" && VERSION.test(version) ? version : undefined,
  };
}

/** Both ids, or the message's alone, which is another key; the length keeps any two pairs apart. */
function requestKey(messageId: unknown, requestId: unknown): string {
  if (!isNonEmptyString(messageId)) return "";
  return isNonEmptyString(requestId) ? `${messageId.length}:${messageId}${requestId}` : `:${messageId}`;
}

function instantOf(timestamp: unknown): number | undefined {
  if (typeof timestamp !== "string" || !ZONED.test(timestamp)) return undefined;
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? undefined : at;
}

function modelName(model: unknown): string {
  if (!isNonEmptyString(model) || model === "__proto__") return UNKNOWN;
  return truncate(model).replace(/\p{Cc}/gu, "\uFFFD");
}

function tokens(count: unknown): number {
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
