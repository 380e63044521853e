import { parseJson } from "../../base/json.ts";
import { type IdHash, tokenCount, type Usage } from "../line.ts";

/** A range of bytes: the content of a JSON string, or a number. */
export interface Span {
  start: number;
  /** 0 if there is no value. */
  length: number;
}

/** A plain text that repeats from line to line, such as a model. The kernel remembers the last ones in slots. */
export interface Label extends Span {
  /** Its slot if it is the text that the slot had; plus `IS_NEW` if the slot has it from now on; `NO_SLOT` if it has none. */
  slot: number;
}

/** More than any slot. */
export const IS_NEW = 128;
export const NO_SLOT = 256;

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A line that counts and needs no decoding: its model and version are ASCII without escapes. Overwritten by the next line. */
export interface PlainLine extends Mutable<Usage> {
  /** Epoch milliseconds. */
  at: number;
  isFast: boolean;
  isStopped: boolean;
  /** Undefined if the line has no message id. */
  ids: IdHash | undefined;
  readonly model: Label;
  readonly version: Label;
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
