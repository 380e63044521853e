import { isWord } from "./json";
import {
  at,
  BROKEN,
  cacheCreationTokens,
  cacheReadTokens,
  inputTokens,
  messageId,
  model,
  ODD,
  outputTokens,
  PLAIN,
  readLine,
  requestId,
  timestamp,
  version,
} from "./line";

/*
 * Memory: the records from 64 KiB, the levels of nesting from 256 KiB, the input from 8448 KiB to its end.
 * The host writes bytes of a file into the input, and asks for what they hold; 64 bytes after them are its to spare.
 */

/** Each 128 bytes long; its numbers stand in the order of `record`. */
const RECORDS: usize = 65_536;
const RECORD_BYTES: usize = 128;
const MOST_RECORDS: i32 = 1024;

/** A line longer than this is passed over. */
const MOST_LINE_BYTES: usize = 64 * 1024 * 1024;

const NEWLINE: u8 = 0x0a;
const BACKSLASH: u8 = 0x5c;
const LETTER_A: u8 = 0x61;
const LETTER_S: u8 = 0x73;
const LETTER_T: u8 = 0x74;
const LETTER_U: u8 = 0x75;

/** Where the line that is not ended yet begins; all before `cursor` was looked at. */
let lineStart: usize = 0;
let cursor: usize = 0;
/** Of that line: whether it holds the word, and whether it has an escape that may hide it. */
let holdsAssistant: bool = false;
let holdsEscape: bool = false;
/** Whether its beginning was dropped, as it is too long. */
let isOverlong: bool = false;
let skippedLines: i32 = 0;

/** Begins with a line at a place of the input. */
export function begin(place: usize): void {
  lineStart = place;
  cursor = place;
  holdsAssistant = false;
  holdsEscape = false;
  isOverlong = false;
}

export function unfinishedLine(): usize {
  return lineStart;
}

/** Whole lines since this was last asked that are too long, or hold the words of a line that counts but are no JSON. */
export function takeSkipped(): i32 {
  const count = skippedLines;
  skippedLines = 0;
  return count;
}

/** Lets go of the line that is not ended yet: it is too long. The rest of it comes at a place of the input. */
export function dropUnfinished(place: usize): void {
  begin(place);
  isOverlong = true;
}

/** Moves the line that is not ended yet, up to `end`, to a place at the input's start. */
export function moveUnfinished(end: usize, place: usize): void {
  memory.copy(place, lineStart, end - lineStart);
  // A word may stand across the end: its last bytes are looked at again.
  cursor = max(cursor - (lineStart - place), place + 16) - 16;
  lineStart = place;
}

/**
 * Reads on to before `end` and returns how many records it wrote; where that is the most that fit, there may be more.
 * Where `torn`, the newline at the end was put there for a line that has none yet.
 */
export function read(end: usize, torn: bool): i32 {
  let records = 0;
  for (; cursor < end; cursor += 32) {
    const first = hitsAt(cursor);
    const second = hitsAt(cursor + 16);
    if (!v128.any_true(v128.or(first, second))) continue;

    for (let mask = i8x16.bitmask(first) | (i8x16.bitmask(second) << 16); mask !== 0; mask &= mask - 1) {
      const place = cursor + ctz(mask);
      if (place >= end) break;
      const byte = load<u8>(place);
      if (byte === LETTER_A) {
        if (place + 9 <= end && isWord(place, "assistant")) holdsAssistant = true;
      } else if (byte === BACKSLASH) {
        // How a small letter begins when it is written as an escape.
        if (isWord(place, "\\u006") || isWord(place, "\\u007")) holdsEscape = true;
      } else {
        const start = lineStart;
        if (isOverlong || place - start > MOST_LINE_BYTES) {
          if (!torn) skippedLines++;
        } else if (holdsAssistant || holdsEscape) {
          const kind = readLine(start, place);
          if (kind === PLAIN || kind === ODD) record(records++, kind);
          else if (kind === BROKEN && !torn && holdsAssistant && holdsUsage(start, place)) skippedLines++;
        }
        begin(place + 1);
        if (records === MOST_RECORDS) return records;
        // The blocks go on from the new line: a hit is told once, by the line that it is in.
        cursor -= 32;
        break;
      }
    }
  }
  cursor = end;
  return records;
}

/** Of 16 bytes those at which a line ends, the word may begin, or an escape. */
function hitsAt(place: usize): v128 {
  const bytes = v128.load(place);
  const words = v128.and(
    v128.and(i8x16.eq(bytes, i8x16.splat(LETTER_A)), i8x16.eq(v128.load(place, 4), i8x16.splat(LETTER_S))),
    i8x16.eq(v128.load(place, 8), i8x16.splat(LETTER_T)),
  );
  const escapes = v128.and(
    i8x16.eq(bytes, i8x16.splat(BACKSLASH)),
    i8x16.eq(v128.load(place, 1), i8x16.splat(LETTER_U)),
  );
  return v128.or(v128.or(i8x16.eq(bytes, i8x16.splat(NEWLINE)), words), escapes);
}

function holdsUsage(start: usize, end: usize): bool {
  for (let place = start; place + 5 <= end; place++) {
    if (isWord(place, "usage")) return true;
  }
  return false;
}

/** A record: a time and four counts as f64, then as i32 what the line is, and where five texts and four counts stand. */
function record(index: i32, kind: i32): void {
  const place = RECORDS + <usize>index * RECORD_BYTES;
  store<f64>(place, at);
  store<f64>(place, inputTokens.tokens, 8);
  store<f64>(place, outputTokens.tokens, 16);
  store<f64>(place, cacheCreationTokens.tokens, 24);
  store<f64>(place, cacheReadTokens.tokens, 32);
  store<i32>(place, kind, 40);
  piece(place + 44, messageId.place, messageId.length);
  piece(place + 52, requestId.place, requestId.length);
  piece(place + 60, model.place, model.length);
  piece(place + 68, version.place, version.length);
  piece(place + 76, timestamp.place, timestamp.length);
  piece(place + 84, inputTokens.place, inputTokens.length);
  piece(place + 92, outputTokens.place, outputTokens.length);
  piece(place + 100, cacheCreationTokens.place, cacheCreationTokens.length);
  piece(place + 108, cacheReadTokens.place, cacheReadTokens.length);
}

function piece(place: usize, start: usize, length: i32): void {
  store<usize>(place, start);
  store<i32>(place, length, 4);
}
