import {
  CLOSE_ARRAY,
  decodesTo,
  OPEN_ARRAY,
  OPEN_OBJECT,
  resetEscape,
  sawEscape,
  skipBlanks,
  skipValue,
} from "./json";
import { firstValue, isKey, nextValue, objectEnd } from "./members";
import { Count, Text } from "./values";

export const inputTokens: Count = new Count();
export const outputTokens: Count = new Count();
export const cacheCreationTokens: Count = new Count();
export const cacheReadTokens: Count = new Count();
export const cacheCreation5mTokens: Count = new Count();
export const cacheCreation1hTokens: Count = new Count();
const speed: Text = new Text();
/** The list of iterations, if there may be an advisor call in it; otherwise 0. */
export let advisorCalls: usize = 0;
/** Of an iteration: what it is, and its model. */
const type: Text = new Text();
export const advisorModel: Text = new Text();

export function clearUsage(): void {
  inputTokens.clear();
  outputTokens.clear();
  cacheCreationTokens.clear();
  cacheReadTokens.clear();
  cacheCreation5mTokens.clear();
  cacheCreation1hTokens.clear();
  speed.clear();
  advisorCalls = 0;
  type.clear();
  advisorModel.clear();
}

export function isFast(): bool {
  return decodesTo(speed.start, speed.length, "fast");
}

export function areCountsDecoded(): bool {
  const deferred =
    inputTokens.length +
    outputTokens.length +
    cacheCreationTokens.length +
    cacheReadTokens.length +
    cacheCreation5mTokens.length +
    cacheCreation1hTokens.length;
  return deferred === 0;
}

/** Reads the usage of a line, or one of its iterations. Returns a pointer to its end. */
export function readUsage(ptr: usize): usize {
  clearUsage();
  for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
    if (isKey("input_tokens")) value = inputTokens.read(value);
    else if (isKey("output_tokens")) value = outputTokens.read(value);
    else if (isKey("cache_creation_input_tokens")) value = cacheCreationTokens.read(value);
    else if (isKey("cache_read_input_tokens")) value = cacheReadTokens.read(value);
    else if (isKey("cache_creation")) value = readCacheCreation(value);
    else if (isKey("speed")) value = speed.read(value);
    else if (isKey("iterations")) value = skipIterations(value);
    else if (isKey("type")) value = type.read(value);
    else if (isKey("model")) value = advisorModel.read(value);
    else value = skipValue(value);
  }
  return objectEnd;
}

function readCacheCreation(ptr: usize): usize {
  cacheCreation5mTokens.clear();
  cacheCreation1hTokens.clear();
  if (load<u8>(ptr) !== OPEN_OBJECT) return skipValue(ptr);
  for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
    if (isKey("ephemeral_5m_input_tokens")) value = cacheCreation5mTokens.read(value);
    else if (isKey("ephemeral_1h_input_tokens")) value = cacheCreation1hTokens.read(value);
    else value = skipValue(value);
  }
  return objectEnd;
}

/** Skips the iterations of a usage, and notes whether there may be an advisor call among them. */
function skipIterations(list: usize): usize {
  resetEscape();
  const end = skipValue(list);
  const mayHaveCalls = end !== 0 && load<u8>(list) === OPEN_ARRAY && (sawEscape || hasWordLike(list, end));
  advisorCalls = mayHaveCalls ? list : 0;
  return end;
}

/** Whether a text may contain `advisor`: it has its second and third letter. */
function hasWordLike(start: usize, end: usize): bool {
  for (let ptr = start; ptr < end; ptr += 16) {
    const second = i8x16.eq(v128.load(ptr), i8x16.splat(0x64));
    const third = i8x16.eq(v128.load(ptr, 1), i8x16.splat(0x76));
    if (v128.any_true(v128.and(second, third))) return true;
  }
  return false;
}

/**
 * Reads the next advisor call of a list that is known to be JSON. `ptr` is the list, or the end of the last call. Returns a
 * pointer to the call's end; 0 if there is none.
 */
export function readAdvisorCall(ptr: usize): usize {
  while (true) {
    ptr = skipBlanks(ptr);
    if (load<u8>(ptr) === CLOSE_ARRAY) return 0;
    ptr = skipBlanks(ptr + 1);
    if (load<u8>(ptr) !== OPEN_OBJECT) {
      ptr = skipValue(ptr);
      continue;
    }
    ptr = readUsage(ptr);
    if (decodesTo(type.start, type.length, "advisor_message")) return ptr;
  }
}
