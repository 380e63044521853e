import {
  CLOSE_OBJECT,
  COMMA,
  decodesTo,
  isDigit,
  isQuote,
  OPEN_OBJECT,
  resetEscape,
  sawEscape,
  skipBlanks,
  skipColon,
  skipString,
  skipValue,
} from "./json";
import { instantOf } from "./time";

/** The kind of a line. A `PLAIN` line is fully read here; a `DEFERRED` one has values that the host has to decode. */
const IRRELEVANT: i32 = 0;
export const INVALID: i32 = 1;
export const PLAIN: i32 = 2;
export const DEFERRED: i32 = 3;

/** The content of a string. `start` is 0 if there is none. */
class Text {
  start: usize = 0;
  length: i32 = 0;

  clear(): void {
    this.start = 0;
    this.length = 0;
  }

  /** Reads a value; one that is not a string leaves this empty. Returns a pointer to the value's end. */
  read(ptr: usize): usize {
    this.clear();
    if (!isQuote(ptr)) return skipValue(ptr);
    const end = skipString(ptr);
    if (end !== 0) {
      this.start = ptr + 1;
      this.length = <i32>(end - ptr - 2);
    }
    return end;
  }

  /** Whether it needs no decoding: ASCII without escapes. */
  get isPlain(): bool {
    const end = this.start + this.length;
    for (let ptr = this.start; ptr < end; ptr += 16) {
      const bytes = v128.load(ptr);
      let mask = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c))));
      if (ptr + 16 > end) mask &= (1 << (<i32>(end - ptr))) - 1;
      if (mask !== 0) return false;
    }
    return true;
  }
}

export const messageId: Text = new Text();
export const requestId: Text = new Text();
export const model: Text = new Text();
export const version: Text = new Text();
export const timestamp: Text = new Text();
const type: Text = new Text();

/** A count of tokens. If it is deferred, `tokens` is 0, and `start` and `length` give the number's text. */
class Count {
  tokens: f64 = 0;
  start: usize = 0;
  length: i32 = 0;

  clear(): void {
    this.tokens = 0;
    this.start = 0;
    this.length = 0;
  }

  /** Reads a value: up to 15 digits are decoded, any other number above 0 is deferred, anything else is 0. */
  read(value: usize, end: usize): void {
    this.clear();
    if (!isDigit(load<u8>(value))) return;
    let count: u64 = 0;
    for (let ptr = value; ptr < end; ptr++) {
      const byte = load<u8>(ptr);
      if (!isDigit(byte) || ptr - value === 15) {
        this.start = value;
        this.length = <i32>(end - value);
        return;
      }
      count = count * 10 + (byte - 0x30);
    }
    this.tokens = <f64>count;
  }
}

export const inputTokens: Count = new Count();
export const outputTokens: Count = new Count();
export const cacheCreationTokens: Count = new Count();
export const cacheReadTokens: Count = new Count();
/** Epoch milliseconds; negative if `timestamp` is deferred. */
export let at: f64 = 0;

let hasUsage: bool = false;

/** Reads the line from `start` to before `end`, which points to a newline. Returns its kind. */
export function readLine(start: usize, end: usize): i32 {
  type.clear();
  timestamp.clear();
  requestId.clear();
  version.clear();
  clearMessage();
  let ptr = skipBlanks(start);
  ptr = load<u8>(ptr) === OPEN_OBJECT ? readObject(ptr, TOP) : skipValue(ptr);
  if (ptr === 0 || skipBlanks(ptr) !== end) return INVALID;
  if (!hasUsage || timestamp.start === 0) return IRRELEVANT;
  if (!decodesTo(type.start, type.length, "assistant")) return IRRELEVANT;
  if (model.length > 0 && decodesTo(model.start, model.length, "<synthetic>")) return IRRELEVANT;
  at = instantOf(timestamp.start, timestamp.length);
  return at >= 0 && areTextsPlain() && areCountsDecoded() ? PLAIN : DEFERRED;
}

function areTextsPlain(): bool {
  return messageId.isPlain && requestId.isPlain && model.isPlain && version.isPlain;
}

function areCountsDecoded(): bool {
  return inputTokens.length + outputTokens.length + cacheCreationTokens.length + cacheReadTokens.length === 0;
}

function clearMessage(): void {
  messageId.clear();
  model.clear();
  clearUsage();
}

function clearUsage(): void {
  hasUsage = false;
  inputTokens.clear();
  outputTokens.clear();
  cacheCreationTokens.clear();
  cacheReadTokens.clear();
}

const TOP: i32 = 0;
const MESSAGE: i32 = 1;
const USAGE: i32 = 2;

/** Reads the members of an object that matter at this level, from its bracket. Of equal keys, the last one counts. */
function readObject(ptr: usize, level: i32): usize {
  ptr = skipBlanks(ptr + 1);
  if (load<u8>(ptr) === CLOSE_OBJECT) return ptr + 1;
  while (true) {
    if (!isQuote(ptr)) return 0;
    const key = ptr + 1;
    resetEscape();
    ptr = skipString(ptr);
    if (ptr === 0) return 0;
    const length = <i32>(ptr - 1 - key);
    const escaped = sawEscape;
    ptr = skipColon(ptr);
    if (ptr === 0) return 0;
    if (level === TOP) ptr = readTopMember(key, length, escaped, ptr);
    else if (level === MESSAGE) ptr = readMessageMember(key, length, escaped, ptr);
    else ptr = readUsageMember(key, length, escaped, ptr);
    if (ptr === 0) return 0;
    ptr = skipBlanks(ptr);
    const next = load<u8>(ptr);
    if (next === CLOSE_OBJECT) return ptr + 1;
    if (next !== COMMA) return 0;
    ptr = skipBlanks(ptr + 1);
  }
}

function readTopMember(key: usize, length: i32, escaped: bool, value: usize): usize {
  if (isKey(key, length, escaped, "type")) return type.read(value);
  if (isKey(key, length, escaped, "message")) {
    clearMessage();
    return load<u8>(value) === OPEN_OBJECT ? readObject(value, MESSAGE) : skipValue(value);
  }
  if (isKey(key, length, escaped, "version")) return version.read(value);
  if (isKey(key, length, escaped, "timestamp")) return timestamp.read(value);
  if (isKey(key, length, escaped, "requestId")) return requestId.read(value);
  return skipValue(value);
}

function readMessageMember(key: usize, length: i32, escaped: bool, value: usize): usize {
  if (isKey(key, length, escaped, "id")) return messageId.read(value);
  if (isKey(key, length, escaped, "model")) return model.read(value);
  if (isKey(key, length, escaped, "usage")) {
    clearUsage();
    hasUsage = load<u8>(value) === OPEN_OBJECT;
    return hasUsage ? readObject(value, USAGE) : skipValue(value);
  }
  return skipValue(value);
}

function readUsageMember(key: usize, length: i32, escaped: bool, value: usize): usize {
  const end = skipValue(value);
  if (end === 0) return 0;
  if (isKey(key, length, escaped, "input_tokens")) inputTokens.read(value, end);
  else if (isKey(key, length, escaped, "output_tokens")) outputTokens.read(value, end);
  else if (isKey(key, length, escaped, "cache_creation_input_tokens")) cacheCreationTokens.read(value, end);
  else if (isKey(key, length, escaped, "cache_read_input_tokens")) cacheReadTokens.read(value, end);
  return end;
}

function isKey(key: usize, length: i32, escaped: bool, word: string): bool {
  return (escaped || length === word.length) && decodesTo(key, length, word);
}
