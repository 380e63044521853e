import { parseJson } from "../../base/json.ts";
import { type IdHash, tokenCount, type Usage } from "../line.ts";

/** A range of bytes: the content of a JSON string, or a number. */
export interface Span {
  start: number;
  /** 0 if there is no value. */
  length: number;
}

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A line that counts and needs no decoding: its model and version are ASCII without escapes. Overwritten by the next line. */
export interface PlainLine extends Mutable<Usage> {
  /** Epoch milliseconds. */
  at: number;
  isFast: boolean;
  isStopped: boolean;
  /** Undefined if the line has no message id. */
  ids: IdHash | undefined;
  readonly model: Span;
  readonly version: Span;
}

/** The text of a JSON string. The bytes next to its content are its quotes. */
export function decodeText(bytes: Buffer, { start, length }: Span): string {
  const value = length === 0 ? "" : parseJson(bytes.toString("utf8", start - 1, start + length + 1));
  return typeof value === "string" ? value : "";
}

/** The count in a JSON number. */
export function decodeCount(bytes: Buffer, { start, length }: Span): number {
  return tokenCount(parseJson(bytes.toString("latin1", start, start + length)));
}
