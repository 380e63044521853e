import { parseJson } from "../../base/json.ts";
import { instantOf, tokenCount, type UsageLine } from "../line.ts";

/** A range of bytes: the content of a JSON string, or a number. */
export interface Span {
  start: number;
  /** 0 if there is no value. */
  length: number;
}

/** A line that counts and needs no decoding: its texts are ASCII without escapes. Overwritten by the next line. */
export interface PlainLine {
  /** Epoch milliseconds. */
  at: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
  readonly messageId: Span;
  readonly requestId: Span;
  readonly model: Span;
  readonly version: Span;
}

/** The values of a line that the kernel left to `JSON.parse`. */
export interface DeferredValues {
  readonly timestamp: Span;
  readonly inputTokens: Span;
  readonly outputTokens: Span;
  readonly cacheCreationTokens: Span;
  readonly cacheReadTokens: Span;
}

/** Decodes a line that is not plain. Undefined if its timestamp is invalid: it does not count. */
export function decodeLine(line: PlainLine, deferred: DeferredValues, bytes: Buffer): UsageLine | undefined {
  const at = instantOf(text(deferred.timestamp));
  if (at === undefined) return undefined;
  return {
    messageId: text(line.messageId),
    requestId: text(line.requestId),
    at,
    model: text(line.model),
    version: text(line.version),
    inputTokens: count(deferred.inputTokens, line.inputTokens),
    outputTokens: count(deferred.outputTokens, line.outputTokens),
    cacheCreationTokens: count(deferred.cacheCreationTokens, line.cacheCreationTokens),
    cacheReadTokens: count(deferred.cacheReadTokens, line.cacheReadTokens),
  };

  function text({ start, length }: Span): string {
    const value = length === 0 ? "" : parseJson(`"${bytes.toString("utf8", start, start + length)}"`);
    return typeof value === "string" ? value : "";
  }

  function count({ start, length }: Span, known: number): number {
    return length === 0 ? known : tokenCount(parseJson(bytes.toString("latin1", start, start + length)));
  }
}
