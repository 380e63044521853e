/*
 * Passes over JSON text (RFC 8259), byte by byte right: what these functions pass over is what `JSON.parse` takes.
 * Each is given the place where its piece begins and returns the place after it, or 0 where the text is no JSON.
 * A newline ends every text, and nothing passes over one: the line's own bytes keep every read in bounds.
 */

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const COLON: u8 = 0x3a;
export const COMMA: u8 = 0x2c;
export const OPEN_OBJECT: u8 = 0x7b;
export const CLOSE_OBJECT: u8 = 0x7d;
const OPEN_ARRAY: u8 = 0x5b;
const CLOSE_ARRAY: u8 = 0x5d;

/** Where each level of nesting notes in a bit whether it is an object: 8 MiB, enough for the longest line. */
const LEVELS: usize = 262_144;

/** Whether a string with an escape was passed over; set back by who asks. */
export let sawEscape: bool = false;

export function forgetEscape(): void {
  sawEscape = false;
}

export function isQuote(place: usize): bool {
  return load<u8>(place) === QUOTE;
}

export function isDigit(byte: u8): bool {
  return <u8>(byte - 0x30) < 10;
}

export function passBlanks(place: usize): usize {
  let byte = load<u8>(place);
  while (byte === 0x20 || byte === 0x09 || byte === 0x0d) byte = load<u8>(++place);
  return place;
}

/** A string, from its opening quote. */
export function passString(place: usize): usize {
  place++;
  while (true) {
    const bytes = v128.load(place);
    const ends = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(ends);
    if (mask === 0) {
      place += 16;
      continue;
    }
    place += ctz(mask);
    const byte = load<u8>(place);
    if (byte === QUOTE) return place + 1;
    if (byte !== BACKSLASH) return 0;
    sawEscape = true;
    place = passEscape(place);
    if (place === 0) return 0;
  }
}

function passEscape(place: usize): usize {
  switch (load<u8>(place + 1)) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return place + 2;
    case 0x75: // u
      for (let digit: usize = 2; digit < 6; digit++) {
        if (!isHexDigit(load<u8>(place + digit))) return 0;
      }
      return place + 6;
    default:
      return 0;
  }
}

function isHexDigit(byte: u8): bool {
  return isDigit(byte) || <u8>((byte | 0x20) - 0x61) < 6;
}

function passDigits(place: usize): usize {
  if (!isDigit(load<u8>(place))) return 0;
  do place++;
  while (isDigit(load<u8>(place)));
  return place;
}

function passNumber(place: usize): usize {
  if (load<u8>(place) === 0x2d) place++;
  place = load<u8>(place) === 0x30 ? place + 1 : passDigits(place);
  if (place === 0) return 0;
  if (load<u8>(place) === 0x2e) {
    place = passDigits(place + 1);
    if (place === 0) return 0;
  }
  if ((load<u8>(place) | 0x20) === 0x65) {
    place++;
    const sign = load<u8>(place);
    if (sign === 0x2b || sign === 0x2d) place++;
    place = passDigits(place);
  }
  return place;
}

function passScalar(place: usize): usize {
  switch (load<u8>(place)) {
    case 0x74: // true
      return load<u32>(place) === 0x65757274 ? place + 4 : 0;
    case 0x66: // false
      return load<u32>(place + 1) === 0x65736c61 ? place + 5 : 0;
    case 0x6e: // null
      return load<u32>(place) === 0x6c6c756e ? place + 4 : 0;
    default:
      return passNumber(place);
  }
}

function setLevel(level: u32, isObject: bool): void {
  const place = LEVELS + (level >> 3);
  const bit = (<u8>1) << (<u8>(level & 7));
  store<u8>(place, isObject ? load<u8>(place) | bit : load<u8>(place) & ~bit);
}

function isObjectAt(level: u32): bool {
  return ((load<u8>(LEVELS + (level >> 3)) >> <u8>(level & 7)) & 1) === 1;
}

/** An object or array, from its bracket, however deep: no call nests. */
function passContainer(place: usize): usize {
  let level: u32 = 0;
  let inObject = load<u8>(place) === OPEN_OBJECT;
  setLevel(0, inObject);
  place = passBlanks(place + 1);
  if (load<u8>(place) === (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return place + 1;
  while (true) {
    if (inObject) {
      place = passKey(place);
      if (place === 0) return 0;
    }
    const byte = load<u8>(place);
    if (byte === QUOTE) place = passString(place);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      place = passBlanks(place + 1);
      if (load<u8>(place) !== (byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        inObject = byte === OPEN_OBJECT;
        setLevel(++level, inObject);
        continue;
      }
      place++;
    } else place = passScalar(place);
    if (place === 0) return 0;

    while (true) {
      place = passBlanks(place);
      const next = load<u8>(place);
      if (next === COMMA) {
        place = passBlanks(place + 1);
        break;
      }
      if (next !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return 0;
      place++;
      if (level === 0) return place;
      level--;
      inObject = isObjectAt(level);
    }
  }
}

/** A key with its colon and the blanks after it. */
function passKey(place: usize): usize {
  if (!isQuote(place)) return 0;
  place = passString(place);
  return place === 0 ? 0 : passColon(place);
}

/** The colon and the blanks around it. */
export function passColon(place: usize): usize {
  place = passBlanks(place);
  return load<u8>(place) === COLON ? passBlanks(place + 1) : 0;
}

/** Whether the bytes from a place on are those of an ASCII word. */
export function isWord(place: usize, word: string): bool {
  const length = word.length;
  for (let index = 0; index < length; index++) {
    if (load<u8>(place + index) !== word.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether a string means an ASCII word: its `length` bytes from a place on, which may hold escapes. */
export function means(place: usize, length: i32, word: string): bool {
  const end = place + length;
  for (let index = 0; index < word.length; index++) {
    if (place >= end) return false;
    let unit: i32 = load<u8>(place++);
    if (unit === BACKSLASH) {
      // Of the short escapes none means what a word may hold.
      if (load<u8>(place) !== 0x75) return false;
      unit = 0;
      for (let digit: usize = 1; digit < 5; digit++) unit = (unit << 4) | hexDigit(load<u8>(place + digit));
      place += 5;
    }
    if (unit !== word.charCodeAt(index)) return false;
  }
  return place === end;
}

function hexDigit(byte: u8): i32 {
  return isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x57;
}

export function passValue(place: usize): usize {
  const byte = load<u8>(place);
  if (byte === QUOTE) return passString(place);
  if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return passContainer(place);
  return passScalar(place);
}
