import {
  CLOSE_OBJECT,
  COMMA,
  forgetEscape,
  isDigit,
  isQuote,
  means,
  OPEN_OBJECT,
  passBlanks,
  passColon,
  passString,
  passValue,
  sawEscape,
} from "./json";
import { instantOf } from "./time";

/** What a line is. A `PLAIN` one counts as it is told here; an `ODD` one has values that are yet to be read. */
const IRRELEVANT: i32 = 0;
export const BROKEN: i32 = 1;
export const PLAIN: i32 = 2;
export const ODD: i32 = 3;

/** A string value: where its content begins, 0 where there is none, and how many bytes it has. */
class Text {
  place: usize = 0;
  length: i32 = 0;

  forget(): void {
    this.place = 0;
    this.length = 0;
  }

  /** A string's content is taken, any other value is none. Returns the place after the value. */
  take(place: usize): usize {
    this.forget();
    if (!isQuote(place)) return passValue(place);
    const end = passString(place);
    if (end !== 0) {
      this.place = place + 1;
      this.length = <i32>(end - place - 2);
    }
    return end;
  }

  /** Whether it means what its bytes say: ASCII without an escape. */
  get isPlain(): bool {
    const end = this.place + this.length;
    for (let place = this.place; place < end; place += 16) {
      const bytes = v128.load(place);
      let mask = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c))));
      if (place + 16 > end) mask &= (1 << (<i32>(end - place))) - 1;
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

/** A count of tokens. An odd one is 0 here, and where its number stands. */
class Count {
  tokens: f64 = 0;
  place: usize = 0;
  length: i32 = 0;

  forget(): void {
    this.tokens = 0;
    this.place = 0;
    this.length = 0;
  }

  /** At most 15 digits are read here, and what is no number, or a negative one, is none. */
  take(value: usize, end: usize): void {
    this.forget();
    if (!isDigit(load<u8>(value))) return;
    let count: u64 = 0;
    for (let place = value; place < end; place++) {
      const byte = load<u8>(place);
      if (!isDigit(byte) || place - value === 15) {
        this.place = value;
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
/** Epoch milliseconds; negative where `timestamp` is yet to be read. */
export let at: f64 = 0;

let hasUsage: bool = false;

/** Reads one line, from `start` to before `end`, where a newline stands. */
export function readLine(start: usize, end: usize): i32 {
  type.forget();
  timestamp.forget();
  requestId.forget();
  version.forget();
  forgetMessage();
  let place = passBlanks(start);
  place = load<u8>(place) === OPEN_OBJECT ? readObject(place, TOP) : passValue(place);
  if (place === 0 || passBlanks(place) !== end) return BROKEN;
  if (!hasUsage || timestamp.place === 0) return IRRELEVANT;
  if (!means(type.place, type.length, "assistant")) return IRRELEVANT;
  if (model.length > 0 && means(model.place, model.length, "<synthetic>")) return IRRELEVANT;
  at = instantOf(timestamp.place, timestamp.length);
  return at >= 0 && areTextsPlain() && areCountsRead() ? PLAIN : ODD;
}

function areTextsPlain(): bool {
  return messageId.isPlain && requestId.isPlain && model.isPlain && version.isPlain;
}

function areCountsRead(): bool {
  return inputTokens.length + outputTokens.length + cacheCreationTokens.length + cacheReadTokens.length === 0;
}

function forgetMessage(): void {
  messageId.forget();
  model.forget();
  forgetUsage();
}

function forgetUsage(): void {
  hasUsage = false;
  inputTokens.forget();
  outputTokens.forget();
  cacheCreationTokens.forget();
  cacheReadTokens.forget();
}

const TOP: i32 = 0;
const MESSAGE: i32 = 1;
const USAGE: i32 = 2;

/** Reads an object, from its bracket, and takes the members that its level knows; of one key the last counts. */
function readObject(place: usize, level: i32): usize {
  place = passBlanks(place + 1);
  if (load<u8>(place) === CLOSE_OBJECT) return place + 1;
  while (true) {
    if (!isQuote(place)) return 0;
    const key = place + 1;
    forgetEscape();
    place = passString(place);
    if (place === 0) return 0;
    const length = <i32>(place - 1 - key);
    const escaped = sawEscape;
    place = passColon(place);
    if (place === 0) return 0;
    if (level === TOP) place = takeOfTop(key, length, escaped, place);
    else if (level === MESSAGE) place = takeOfMessage(key, length, escaped, place);
    else place = takeOfUsage(key, length, escaped, place);
    if (place === 0) return 0;
    place = passBlanks(place);
    const next = load<u8>(place);
    if (next === CLOSE_OBJECT) return place + 1;
    if (next !== COMMA) return 0;
    place = passBlanks(place + 1);
  }
}

function takeOfTop(key: usize, length: i32, escaped: bool, value: usize): usize {
  if (isKey(key, length, escaped, "type")) return type.take(value);
  if (isKey(key, length, escaped, "message")) {
    forgetMessage();
    return load<u8>(value) === OPEN_OBJECT ? readObject(value, MESSAGE) : passValue(value);
  }
  if (isKey(key, length, escaped, "version")) return version.take(value);
  if (isKey(key, length, escaped, "timestamp")) return timestamp.take(value);
  if (isKey(key, length, escaped, "requestId")) return requestId.take(value);
  return passValue(value);
}

function takeOfMessage(key: usize, length: i32, escaped: bool, value: usize): usize {
  if (isKey(key, length, escaped, "id")) return messageId.take(value);
  if (isKey(key, length, escaped, "model")) return model.take(value);
  if (isKey(key, length, escaped, "usage")) {
    forgetUsage();
    hasUsage = load<u8>(value) === OPEN_OBJECT;
    return hasUsage ? readObject(value, USAGE) : passValue(value);
  }
  return passValue(value);
}

function takeOfUsage(key: usize, length: i32, escaped: bool, value: usize): usize {
  const end = passValue(value);
  if (end === 0) return 0;
  if (isKey(key, length, escaped, "input_tokens")) inputTokens.take(value, end);
  else if (isKey(key, length, escaped, "output_tokens")) outputTokens.take(value, end);
  else if (isKey(key, length, escaped, "cache_creation_input_tokens")) cacheCreationTokens.take(value, end);
  else if (isKey(key, length, escaped, "cache_read_input_tokens")) cacheReadTokens.take(value, end);
  return end;
}

function isKey(key: usize, length: i32, escaped: bool, word: string): bool {
  return (escaped || length === word.length) && means(key, length, word);
}
