import {
  CLOSE_OBJECT,
  COMMA,
  decodesTo,
  hasWordAt,
  isQuote,
  resetEscape,
  sawEscape,
  skipBlanks,
  skipColon,
  skipString,
} from "./json";

/*
 * Reads the members of an object one after the other. Of equal keys the last one counts, so each is read:
 *
 *   for (let value = firstValue(ptr); value !== 0; value = nextValue(value)) {
 *     value = isKey("id") ? id.read(value) : skipValue(value);
 *   }
 *   return objectEnd;
 */

/** Where the object ends, once all its members are read; 0 if it is not JSON. */
export let objectEnd: usize = 0;

/** The key of the member being read. */
let keyStart: usize = 0;
let keyLength: i32 = 0;
let hasKeyEscape: bool = false;

/** The first value of the object at `ptr`; 0 if there is none. */
export function firstValue(ptr: usize): usize {
  objectEnd = 0;
  ptr = skipBlanks(ptr + 1);
  if (load<u8>(ptr) !== CLOSE_OBJECT) return readKey(ptr);
  objectEnd = ptr + 1;
  return 0;
}

/** The next value of the object, from the end of the last one; 0 if there is none. */
export function nextValue(end: usize): usize {
  objectEnd = 0;
  if (end === 0) return 0;
  const ptr = skipBlanks(end);
  const next = load<u8>(ptr);
  if (next === COMMA) return readKey(skipBlanks(ptr + 1));
  if (next === CLOSE_OBJECT) objectEnd = ptr + 1;
  return 0;
}

/** Reads a key. Returns a pointer to its value. */
function readKey(ptr: usize): usize {
  if (!isQuote(ptr)) return 0;
  keyStart = ptr + 1;
  resetEscape();
  ptr = skipString(ptr);
  if (ptr === 0) return 0;
  keyLength = <i32>(ptr - 1 - keyStart);
  hasKeyEscape = sawEscape;
  return skipColon(ptr);
}

/** Whether the member being read has this key. */
export function isKey(word: string): bool {
  if (hasKeyEscape) return decodesTo(keyStart, keyLength, word);
  return keyLength === word.length && hasWordAt(keyStart, word);
}
