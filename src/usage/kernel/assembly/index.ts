import { BACKSLASH, hasWordAt } from "./json";
import { DEFERRED, INVALID, PLAIN, readLine } from "./line";
import { readPlace, sought } from "./place";
import { MAX_RECORDS, writeAdvisorCall, writeLine } from "./record";
import { readAdvisorCall } from "./usage";

export { setHashKey } from "./hash";
export { forgetLabels } from "./labels";
export { seek } from "./place";

/*
 * Memory: records from 64 KiB, labels from 225 KiB, levels of nesting from 256 KiB, input from 8448 KiB to the end.
 * The host writes the bytes of a file to the input and calls `read`. It leaves at least 128 bytes free after them.
 */

/** Longer lines are skipped. */
const MAX_LINE_BYTES: usize = 64 * 1024 * 1024;

const NEWLINE: u8 = 0x0a;
const QUOTE: u8 = 0x22;
const LETTER_T: u8 = 0x74;
const LETTER_U: u8 = 0x75;

/** The start of the unfinished line. Everything before `cursor` has been searched. */
let lineStart: usize = 0;
let cursor: usize = 0;
/** Whether that line contains `"assistant"`, and whether it contains an escape that may hide it. */
let hasAssistant: bool = false;
let hasEscape: bool = false;
/** Whether its beginning was dropped because it is too long. */
let isTooLong: bool = false;
let skippedLines: i32 = 0;
/** The spans of the place in the last line that `read` read; 0 if it has none. */
let place: usize = 0;

/** Starts a line. */
export function begin(ptr: usize): void {
  lineStart = ptr;
  cursor = ptr;
  hasAssistant = false;
  hasEscape = false;
  isTooLong = false;
}

export function unfinishedLine(): usize {
  return lineStart;
}

/** The number of lines skipped since the last call: too long, or not JSON but with the words of a line that counts. */
export function takeSkipped(): i32 {
  const count = skippedLines;
  skippedLines = 0;
  return count;
}

/** Where the spans of the session and the folder are that `read` stopped at; 0 if it did not stop for them. */
export function foundPlace(): usize {
  return place;
}

/** Drops the unfinished line, which is too long. The host writes the rest of it to `ptr`. */
export function dropUnfinished(ptr: usize): void {
  begin(ptr);
  isTooLong = true;
}

/** Moves the unfinished line, which ends at `end`, to `ptr`. */
export function moveUnfinished(end: usize, ptr: usize): void {
  memory.copy(ptr, lineStart, end - lineStart);
  // A word may continue in the next bytes, so the last bytes are searched again.
  cursor = max(cursor - (lineStart - ptr), ptr + 16) - 16;
  lineStart = ptr;
}

/**
 * Reads the lines before `end` and returns how many records it wrote. If that is `MAX_RECORDS`, or it found a place that is
 * sought, call it again.
 * `torn` means that the last newline is not in the file: the last line may be incomplete.
 */
export function read(end: usize, torn: bool): i32 {
  let records = 0;
  place = 0;
  for (; cursor < end; cursor += 64) {
    const first = hitsAt(cursor);
    const second = hitsAt(cursor + 16);
    const third = hitsAt(cursor + 32);
    const fourth = hitsAt(cursor + 48);
    if (!v128.any_true(v128.or(v128.or(first, second), v128.or(third, fourth)))) continue;

    let mask = <u64>i8x16.bitmask(first) | ((<u64>i8x16.bitmask(second)) << 16);
    mask |= ((<u64>i8x16.bitmask(third)) << 32) | ((<u64>i8x16.bitmask(fourth)) << 48);
    for (; mask !== 0; mask &= mask - 1) {
      const ptr = cursor + <usize>ctz(mask);
      if (ptr >= end) break;
      const byte = load<u8>(ptr);
      if (byte === LETTER_T) {
        if (ptr >= lineStart + 9 && ptr + 1 < end && hasWordAt(ptr - 9, '"assistant"')) hasAssistant = true;
      } else if (byte === BACKSLASH) {
        // The start of an escaped small letter.
        if (hasWordAt(ptr, "\\u006") || hasWordAt(ptr, "\\u007")) hasEscape = true;
      } else {
        const start = lineStart;
        if (isTooLong || ptr - start > MAX_LINE_BYTES) {
          if (!torn) skippedLines++;
        } else {
          if (sought !== 0) place = readPlace(start, ptr);
          if (hasAssistant || hasEscape) {
            const kind = readLine(start, ptr);
            if (kind === PLAIN || kind === DEFERRED) writeLine(records++, kind);
            else if (kind === INVALID && !torn && hasAssistant && hasUsage(start, ptr)) skippedLines++;
          }
        }
        begin(ptr + 1);
        if (records === MAX_RECORDS || place !== 0) return records;
        // Continue from the new line, so that each hit is counted for the line it is in.
        cursor -= 64;
        break;
      }
    }
  }
  cursor = end;
  return records;
}

/** Which of 16 bytes are a newline, may start an escape, or are the last letter of a word before a quote. */
function hitsAt(ptr: usize): v128 {
  const bytes = v128.load(ptr);
  const next = v128.load(ptr, 1);
  const words = v128.and(i8x16.eq(bytes, i8x16.splat(LETTER_T)), i8x16.eq(next, i8x16.splat(QUOTE)));
  const escapes = v128.and(i8x16.eq(bytes, i8x16.splat(BACKSLASH)), i8x16.eq(next, i8x16.splat(LETTER_U)));
  return v128.or(v128.or(i8x16.eq(bytes, i8x16.splat(NEWLINE)), words), escapes);
}

function hasUsage(start: usize, end: usize): bool {
  for (let ptr = start; ptr + 5 <= end; ptr++) {
    if (hasWordAt(ptr, "usage")) return true;
  }
  return false;
}

/**
 * Writes the next advisor call of a line to the last record. `ptr` is what the line's record has, or what the last call
 * returned. Returns 0 if there is none.
 */
export function nextAdvisorCall(ptr: usize): usize {
  const end = readAdvisorCall(ptr);
  if (end !== 0) writeAdvisorCall();
  return end;
}
