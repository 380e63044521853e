import { parseJson } from "../../base/json.ts";
import { instantOf, tokensOf, type UsageLine } from "../line.ts";

/** A piece of a line: the content of a string, or a number, within the bytes that come with it. */
export interface Piece {
  place: number;
  /** 0 where there is none. */
  length: number;
}

/** A line that counts, and whose bytes say what they mean: its pieces are ASCII without an escape. Good until the next one. */
export interface PlainLine {
  /** Epoch milliseconds. */
  at: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
  readonly messageId: Piece;
  readonly requestId: Piece;
  readonly model: Piece;
  readonly version: Piece;
}

/** Of a line that is not plain: its time, and the numbers that are yet to be read. */
export interface OddPieces {
  readonly timestamp: Piece;
  readonly inputTokens: Piece;
  readonly outputTokens: Piece;
  readonly cacheCreationTokens: Piece;
  readonly cacheReadTokens: Piece;
}

/** Reads a line that is not plain; undefined where its time is none. */
export function readOdd(line: PlainLine, odd: OddPieces, bytes: Buffer): UsageLine | undefined {
  const at = instantOf(text(odd.timestamp));
  if (at === undefined) return undefined;
  return {
    messageId: text(line.messageId),
    requestId: text(line.requestId),
    at,
    model: text(line.model),
    version: text(line.version),
    inputTokens: count(odd.inputTokens, line.inputTokens),
    outputTokens: count(odd.outputTokens, line.outputTokens),
    cacheCreationTokens: count(odd.cacheCreationTokens, line.cacheCreationTokens),
    cacheReadTokens: count(odd.cacheReadTokens, line.cacheReadTokens),
  };

  function text({ place, length }: Piece): string {
    const value = length === 0 ? "" : parseJson(`"${bytes.toString("utf8", place, place + length)}"`);
    return typeof value === "string" ? value : "";
  }

  function count({ place, length }: Piece, known: number): number {
    return length === 0 ? known : tokensOf(parseJson(bytes.toString("latin1", place, place + length)));
  }
}
