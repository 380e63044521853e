import { isJsonObject, type JsonObject, parseJson } from "../../../src/base/json.ts";
import { type AdvisorCall, instantOf, tokenCount, type UsageLine } from "../../../src/usage/line.ts";
import { hashOfIds } from "./reference-hash.ts";

export type LineWithCalls = Omit<UsageLine, "ids"> & {
  /** The hash of its ids, in hexadecimal digits; empty if it has no message id. */
  readonly ids: string;
  readonly advisorCalls: AdvisorCall[];
};

/** A line that counts, JSON that does not count (`irrelevant`), or not JSON (`invalid`). */
export type ReadLine = LineWithCalls | "irrelevant" | "invalid";

/** Reads a line with `JSON.parse`, to compare the kernel with. Never throws. */
export function readLine(text: string): ReadLine {
  const value = parseJson(text);
  if (value === undefined) return "invalid";
  if (!isJsonObject(value) || value["type"] !== "assistant") return "irrelevant";
  const message = value["message"];
  if (!isJsonObject(message)) return "irrelevant";
  const usage = message["usage"];
  if (!isJsonObject(usage) || message["model"] === "<synthetic>") return "irrelevant";
  const at = instantOf(textOf(value["timestamp"]));
  if (at === undefined) return "irrelevant";
  return {
    ...callOf(usage, message["model"]),
    ids: hashOfIds(textOf(message["id"]), textOf(value["requestId"])),
    at,
    version: textOf(value["version"]),
    isStopped: textOf(message["stop_reason"]) !== "",
    advisorCalls: advisorCallsOf(usage["iterations"]),
  };
}

function advisorCallsOf(iterations: unknown): AdvisorCall[] {
  if (!Array.isArray(iterations)) return [];
  return iterations
    .filter(isJsonObject)
    .filter(({ type }) => type === "advisor_message")
    .map((call) => callOf(call, call["model"]));
}

function callOf(usage: JsonObject, model: unknown): AdvisorCall {
  const nested = isJsonObject(usage["cache_creation"]) ? usage["cache_creation"] : {};
  const [for5m, for1h] = ["5m", "1h"].map((time) => tokenCount(nested[`ephemeral_${time}_input_tokens`]));
  const writes = Math.min((for5m ?? 0) + (for1h ?? 0), Number.MAX_SAFE_INTEGER);
  return {
    model: textOf(model),
    inputTokens: tokenCount(usage["input_tokens"]),
    outputTokens: tokenCount(usage["output_tokens"]),
    cacheCreationTokens: Math.max(tokenCount(usage["cache_creation_input_tokens"]), writes),
    cacheReadTokens: tokenCount(usage["cache_read_input_tokens"]),
    cacheCreation1hTokens: for1h ?? 0,
    isFast: usage["speed"] === "fast",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
