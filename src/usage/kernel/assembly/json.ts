/*
 * Skips JSON text (RFC 8259). These functions accept exactly what `JSON.parse` accepts.
 * Each takes a pointer to the start of a value and returns one to its end, or 0 if the text is not JSON.
 * Every text ends with a newline, and no function skips one, so no read goes beyond the line.
 */

const QUOTE: u8 = 0x22;
export const BACKSLASH: u8 = 0x5c;
const COLON: u8 = 0x3a;
export const COMMA: u8 = 0x2c;
export const OPEN_OBJECT: u8 = 0x7b;
export const CLOSE_OBJECT: u8 = 0x7d;
export const OPEN_ARRAY: u8 = 0x5b;
export const CLOSE_ARRAY: u8 = 0x5d;

/** One bit per level of nesting: whether it is an object. 8 MiB, enough for the longest line. */
const LEVELS: usize = 262_144;

/** Whether a string with an escape was skipped since `resetEscape`. */
export let sawEscape: bool = false;

export function resetEscape(): void {
  sawEscape = false;
}

export function isQuote(ptr: usize): bool {
  return load<u8>(ptr) === QUOTE;
}

export function isDigit(byte: u8): bool {
  return <u8>(byte - 0x30) < 10;
}

export function skipBlanks(ptr: usize): usize {
  let byte = load<u8>(ptr);
  while (byte === 0x20 || byte === 0x09 || byte === 0x0d) byte = load<u8>(++ptr);
  return ptr;
}

/** Skips a string, from its opening quote. */
export function skipString(ptr: usize): usize {
  ptr++;
  while (true) {
    const bytes = v128.load(ptr);
    const ends = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(ends);
    if (mask === 0) {
      ptr += 16;
      continue;
    }
    ptr += ctz(mask);
    const byte = load<u8>(ptr);
    if (byte === QUOTE) return ptr + 1;
    if (byte !== BACKSLASH) return 0;
    sawEscape = true;
    ptr = skipEscape(ptr);
    if (ptr === 0) return 0;
  }
}

function skipEscape(ptr: usize): usize {
  switch (load<u8>(ptr + 1)) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return ptr + 2;
    case 0x75: // u
      for (let digit: usize = 2; digit < 6; digit++) {
        if (!isHexDigit(load<u8>(ptr + digit))) return 0;
      }
      return ptr + 6;
    default:
      return 0;
  }
}

function isHexDigit(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 0x20) - 0x61) < 6;
}

function skipDigits(ptr: usize): usize {
  if (!isDigit(load<u8>(ptr))) return 0;
  do ptr++;
  while (isDigit(load<u8>(ptr)));
  return ptr;
}

function skipNumber(ptr: usize): usize {
  if (load<u8>(ptr) === 0x2d) ptr++;
  ptr = load<u8>(ptr) === 0x30 ? ptr + 1 : skipDigits(ptr);
  if (ptr === 0) return 0;
  if (load<u8>(ptr) === 0x2e) {
    ptr = skipDigits(ptr + 1);
    if (ptr === 0) return 0;
  }
  if ((load<u8>(ptr) | 0x20) === 0x65) {
    ptr++;
    const sign = load<u8>(ptr);
    if (sign === 0x2b || sign === 0x2d) ptr++;
    ptr = skipDigits(ptr);
  }
  return ptr;
}

function skipScalar(ptr: usize): usize {
  switch (load<u8>(ptr)) {
    case 0x74: // true
      return load<u32>(ptr) === 0x65757274 ? ptr + 4 : 0;
    case 0x66: // false
      return load<u32>(ptr + 1) === 0x65736c61 ? ptr + 5 : 0;
    case 0x6e: // null
      return load<u32>(ptr) === 0x6c6c756e ? ptr + 4 : 0;
    default:
      return skipNumber(ptr);
  }
}

function setLevel(level: u32, isObject: bool): void {
  const ptr = LEVELS + (level >> 3);
  const bit = (<u8>1) << (<u8>(level & 7));
  store<u8>(ptr, isObject ? load<u8>(ptr) | bit : load<u8>(ptr) & ~bit);
}

function isObjectAt(level: u32): bool {
  return ((load<u8>(LEVELS + (level >> 3)) >> <u8>(level & 7)) & 1) === 1;
}

/** Skips an object or array, from its bracket. Not recursive, so nesting can be of any depth. */
function skipContainer(ptr: usize): usize {
  let level: u32 = 0;
  let inObject = load<u8>(ptr) === OPEN_OBJECT;
  setLevel(0, inObject);
  ptr = skipBlanks(ptr + 1);
  if (load<u8>(ptr) === (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return ptr + 1;
  while (true) {
    if (inObject) {
      ptr = skipKey(ptr);
      if (ptr === 0) return 0;
    }
    const byte = load<u8>(ptr);
    if (byte === QUOTE) ptr = skipString(ptr);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      ptr = skipBlanks(ptr + 1);
      if (load<u8>(ptr) !== (byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        inObject = byte === OPEN_OBJECT;
        setLevel(++level, inObject);
        continue;
      }
      ptr++;
    } else ptr = skipScalar(ptr);
    if (ptr === 0) return 0;

    while (true) {
      ptr = skipBlanks(ptr);
      const next = load<u8>(ptr);
      if (next === COMMA) {
        ptr = skipBlanks(ptr + 1);
        break;
      }
      if (next !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 0;
      ptr++;
      if (level === 0) return ptr;
      level--;
      inObject = isObjectAt(level);
    }
  }
}

/** Skips a key, its colon and the blanks around that. */
function skipKey(ptr: usize): usize {
  if (!isQuote(ptr)) return 0;
  ptr = skipString(ptr);
  return ptr === 0 ? 0 : skipColon(ptr);
}

/** Skips a colon and the blanks around it. */
export function skipColon(ptr: usize): usize {
  ptr = skipBlanks(ptr);
  return load<u8>(ptr) === COLON ? skipBlanks(ptr + 1) : 0;
}

/** Whether an ASCII word starts here. Reads up to 15 bytes beyond it. */
export function hasWordAt(ptr: usize, word: string): bool {
  const units = changetype<usize>(word);
  for (let index = 0; index < word.length; index += 16) {
    const wanted = i8x16.narrow_i16x8_u(v128.load(units + 2 * index), v128.load(units + 2 * index, 16));
    const same = i8x16.bitmask(i8x16.eq(v128.load(ptr + index), wanted));
    const needed = word.length - index >= 16 ? 0xffff : (1 << (word.length - index)) - 1;
    if ((same & needed) !== needed) return false;
  }
  return true;
}

/** Whether the content of a string, `length` bytes that may contain escapes, decodes to an ASCII word. */
export function decodesTo(ptr: usize, length: i32, word: string): bool {
  const end = ptr + length;
  for (let index = 0; index < word.length; index++) {
    if (ptr >= end) return false;
    let unit: i32 = load<u8>(ptr++);
    if (unit === BACKSLASH) {
      // No short escape decodes to a character of a word.
      if (load<u8>(ptr) !== 0x75) return false;
      unit = 0;
      for (let digit: usize = 1; digit < 5; digit++) unit = (unit << 4) | hexDigit(load<u8>(ptr + digit));
      ptr += 5;
    }
    if (unit !== word.charCodeAt(index)) return false;
  }
  return ptr === end;
}

/** The value of a hexadecimal digit. */
export function hexDigit(byte: u8): i32 {
  return isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x57;
}

export function skipValue(ptr: usize): usize {
  const byte = load<u8>(ptr);
  if (byte === QUOTE) return skipString(ptr);
  if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return skipContainer(ptr);
  return skipScalar(ptr);
}
