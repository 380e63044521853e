import { isJsonObject, parseJson } from "../../../src/base/json.ts";
import { instantOf, tokenCount, type UsageLine } from "../../../src/usage/line.ts";

/** A line that counts, JSON that does not count (`irrelevant`), or not JSON (`invalid`). */
export type ReadLine = UsageLine | "irrelevant" | "invalid";

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
    messageId: textOf(message["id"]),
    requestId: textOf(value["requestId"]),
    at,
    model: textOf(message["model"]),
    inputTokens: tokenCount(usage["input_tokens"]),
    outputTokens: tokenCount(usage["output_tokens"]),
    cacheCreationTokens: tokenCount(usage["cache_creation_input_tokens"]),
    cacheReadTokens: tokenCount(usage["cache_read_input_tokens"]),
    version: textOf(value["version"]),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
