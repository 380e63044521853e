import { toCanonical } from "./canonical";
import { messageId, requestId } from "./line";

/*
 * The hash that a request is recognized by: SipHash-2-4 with 128 bits of output, of both ids in their canonical bytes.
 * The host sets the key, which is random in each process and never leaves it.
 *
 * SipHash is a keyed hash made for short inputs. It needs only sums, shifts and exclusive ors of 64 bits, which WebAssembly
 * has, where others multiply to 128 bits, which it has not. To whoever does not know the key its values look random, so no
 * transcript can be written whose ids collide on purpose. By chance, n requests collide with a probability of n^2 / 2^129:
 * for a million of them, 1 in 10^27.
 *
 * Each id is padded with 1 to 8 bytes of 0xFF, which no canonical text contains, to whole words. So a pair of ids gives the
 * same words as another pair only if both ids are the same.
 */

let key0: u64 = 0;
let key1: u64 = 0;
let v0: u64 = 0;
let v1: u64 = 0;
let v2: u64 = 0;
let v3: u64 = 0;

const PADDING: u64 = <u64>-1;
/** The text that every state begins with: `somepseudorandomlygeneratedbytes`. */
const INITIAL0: u64 = ((<u64>0x736f_6d65) << 32) | 0x7073_6575;
const INITIAL1: u64 = ((<u64>0x646f_7261) << 32) | 0x6e64_6f6d;
const INITIAL2: u64 = ((<u64>0x6c79_6765) << 32) | 0x6e65_7261;
const INITIAL3: u64 = ((<u64>0x7465_6462) << 32) | 0x7974_6573;

export function setHashKey(first: u64, second: u64): void {
  key0 = first;
  key1 = second;
}

/** Writes the hash of the line's ids to `ptr`. An id that needs decoding is replaced with its canonical bytes. */
export function writeHash(ptr: usize): void {
  v0 = key0 ^ INITIAL0;
  v1 = key1 ^ INITIAL1 ^ 0xee;
  v2 = key0 ^ INITIAL2;
  v3 = key1 ^ INITIAL3;
  const words =
    addText(messageId.start, messageId.length, messageId.isPlain) +
    addText(requestId.start, requestId.length, requestId.isPlain);
  addWord((<u64>words) << 59);
  v2 ^= 0xee;
  rounds(4);
  store<u64>(ptr, v0 ^ v1 ^ v2 ^ v3);
  v1 ^= 0xdd;
  rounds(4);
  store<u64>(ptr, v0 ^ v1 ^ v2 ^ v3, 8);
}

/** Returns how many words of 8 bytes it added. */
function addText(start: usize, length: i32, isPlain: bool): i32 {
  if (!isPlain) length = toCanonical(start, length);
  const end = start + length;
  let ptr = start;
  for (; ptr + 8 <= end; ptr += 8) addWord(load<u64>(ptr));
  addWord(load<u64>(ptr) | (PADDING << (8 * (end - ptr))));
  return length / 8 + 1;
}

function addWord(word: u64): void {
  v3 ^= word;
  rounds(2);
  v0 ^= word;
}

function rounds(count: i32): void {
  let a = v0;
  let b = v1;
  let c = v2;
  let d = v3;
  for (; count > 0; count--) {
    a += b;
    c += d;
    b = rotl<u64>(b, 13) ^ a;
    d = rotl<u64>(d, 16) ^ c;
    a = rotl<u64>(a, 32);
    a += d;
    c += b;
    d = rotl<u64>(d, 21) ^ a;
    b = rotl<u64>(b, 17) ^ c;
    c = rotl<u64>(c, 32);
  }
  v0 = a;
  v1 = b;
  v2 = c;
  v3 = d;
}
