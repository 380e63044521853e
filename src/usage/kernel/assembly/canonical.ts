import { BACKSLASH, hexDigit } from "./json";

/*
 * The canonical bytes of a text: UTF-8 of what JSON.parse makes of it, whether it was escaped or not. A lone surrogate has
 * the three bytes of its code. U+FFFD has one, which is not UTF-8: no text becomes longer, so each is rewritten in its place.
 */
const REPLACEMENT: u8 = 0xfe;
const REPLACEMENT_CODE: u32 = 0xfffd;

const LETTER_U: u8 = 0x75;
/** `\u`, as it is loaded. */
const UNICODE_ESCAPE: u16 = 0x755c;

/** Where the next byte goes. */
let to: usize = 0;

/** Replaces the content of a JSON string. Returns its new length. */
export function toCanonical(start: usize, length: i32): i32 {
  const end = start + length;
  to = start;
  for (let ptr = start; ptr < end; ) {
    const byte = load<u8>(ptr);
    if (byte === BACKSLASH) ptr = decodeEscape(ptr + 1, end);
    else if (byte < 0x80) {
      put(byte);
      ptr++;
    } else ptr = copyCharacter(ptr);
  }
  return <i32>(to - start);
}

function put(byte: u32): void {
  store<u8>(to++, <u8>byte);
}

/** Decodes the escape whose letter is at `ptr`. Returns a pointer to its end. */
function decodeEscape(ptr: usize, end: usize): usize {
  const letter = load<u8>(ptr);
  if (letter !== LETTER_U) {
    put(shortEscape(letter));
    return ptr + 1;
  }
  const unit = unitAt(ptr + 1);
  ptr += 5;
  if ((unit & 0xfc00) === 0xd800 && ptr + 6 <= end && load<u16>(ptr) === UNICODE_ESCAPE) {
    const low = unitAt(ptr + 2);
    if ((low & 0xfc00) === 0xdc00) {
      putCode(0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff));
      return ptr + 6;
    }
  }
  putCode(unit);
  return ptr;
}

function shortEscape(letter: u8): u8 {
  switch (letter) {
    case 0x62: // b
      return 0x08;
    case 0x66: // f
      return 0x0c;
    case 0x6e: // n
      return 0x0a;
    case 0x72: // r
      return 0x0d;
    case 0x74: // t
      return 0x09;
    default:
      return letter;
  }
}

function unitAt(ptr: usize): u32 {
  let unit: u32 = 0;
  for (let digit: usize = 0; digit < 4; digit++) unit = (unit << 4) | hexDigit(load<u8>(ptr + digit));
  return unit;
}

function putCode(code: u32): void {
  if (code < 0x80) put(code);
  else if (code < 0x800) {
    put(0xc0 | (code >> 6));
    put(0x80 | (code & 0x3f));
  } else if (code === REPLACEMENT_CODE) put(REPLACEMENT);
  else {
    if (code < 0x10000) put(0xe0 | (code >> 12));
    else {
      put(0xf0 | (code >> 18));
      put(0x80 | ((code >> 12) & 0x3f));
    }
    put(0x80 | ((code >> 6) & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

/** Copies the character at `ptr`, of several bytes, which may be cut or wrong. Returns a pointer to its end. */
function copyCharacter(ptr: usize): usize {
  const length = characterLength(ptr);
  if (length < 0) {
    put(REPLACEMENT);
    return ptr - length;
  }
  if (length === 3 && load<u16>(ptr) === 0xbfef && load<u8>(ptr + 2) === 0xbd) put(REPLACEMENT);
  else for (let index = 0; index < length; index++) put(load<u8>(ptr + index));
  return ptr + length;
}

/**
 * The bytes of the character at `ptr`. If it is not UTF-8, the bytes that become one U+FFFD, negative: those that could
 * begin a character, but at least one, as the WHATWG's decoder has it.
 */
function characterLength(ptr: usize): i32 {
  const lead = load<u8>(ptr);
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let lowest: u8 = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let highest: u8 = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  // Every string ends with a quote, so this stops there.
  for (let index = 1; index < length; index++) {
    const byte = load<u8>(ptr + index);
    if (byte < lowest || byte > highest) return -index;
    lowest = 0x80;
    highest = 0xbf;
  }
  return length;
}
