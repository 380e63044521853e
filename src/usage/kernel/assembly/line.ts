import { decodesTo, OPEN_OBJECT, skipBlanks, skipValue } from "./json";
import { firstValue, isKey, nextValue, objectEnd } from "./members";
import { instantOf } from "./time";
import { areCountsDecoded, clearUsage, readUsage } from "./usage";
import { Text } from "./values";

/** The kind of a line. A `PLAIN` line is fully read here; a `DEFERRED` one has values that the host has to decode. */
const IRRELEVANT: i32 = 0;
export const INVALID: i32 = 1;
export const PLAIN: i32 = 2;
export const DEFERRED: i32 = 3;

export const messageId: Text = new Text();
export const requestId: Text = new Text();
export const model: Text = new Text();
export const version: Text = new Text();
export const timestamp: Text = new Text();
/** Empty while the answer is streaming. */
export const stopReason: Text = new Text();
const type: Text = new Text();
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
  ptr = load<u8>(ptr) === OPEN_OBJECT ? readTop(ptr) : skipValue(ptr);
  if (ptr === 0 || skipBlanks(ptr) !== end) return INVALID;
  if (!hasUsage || timestamp.start === 0) return IRRELEVANT;
  if (!decodesTo(type.start, type.length, "assistant")) return IRRELEVANT;
  if (model.length > 0 && decodesTo(model.start, model.length, "<synthetic>")) return IRRELEVANT;
  at = instantOf(timestamp.start, timestamp.length);
  return at >= 0 && areTextsPlain() && areCountsDecoded() ? PLAIN : DEFERRED;
}

function areTextsPlain(): bool {
  return model.isPlain && version.isPlain;
}

function clearMessage(): void {
  messageId.clear();
  model.clear();
  stopReason.clear();
  hasUsage = false;
  clearUsage();
}

function readTop(ptr: usize): usize {
  for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
    if (isKey("type")) value = type.read(value);
    else if (isKey("message")) {
      clearMessage();
      value = load<u8>(value) === OPEN_OBJECT ? readMessage(value) : skipValue(value);
    } else if (isKey("version")) value = version.read(value);
    else if (isKey("timestamp")) value = timestamp.read(value);
    else if (isKey("requestId")) value = requestId.read(value);
    else value = skipValue(value);
  }
  return objectEnd;
}

function readMessage(ptr: usize): usize {
  for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
    if (isKey("id")) value = messageId.read(value);
    else if (isKey("model")) value = model.read(value);
    else if (isKey("stop_reason")) value = stopReason.read(value);
    else if (isKey("usage")) {
      hasUsage = load<u8>(value) === OPEN_OBJECT;
      if (hasUsage) value = readUsage(value);
      else {
        clearUsage();
        value = skipValue(value);
      }
    } else value = skipValue(value);
  }
  return objectEnd;
}
