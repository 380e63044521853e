import { HASH_KEY } from "../../../src/usage/kernel/hash-key.ts";

const known = new Map<string, string>();

/** SipHash-2-4-128 of the ids of a request as text, in hexadecimal digits; empty without a message id. */
export function hashOfIds(messageId: string, requestId: string): string {
  if (messageId === "") return "";
  const ids = JSON.stringify([messageId, requestId]);
  const hash = known.get(ids) ?? sipHash(Buffer.concat([padded(messageId), padded(requestId)]), HASH_KEY);
  known.set(ids, hash);
  return hash;
}

/** The canonical bytes of a text, and 0xFF to a multiple of 8. */
function padded(text: string): Buffer {
  const bytes = Array.from(text, (character) => {
    const unit = character.charCodeAt(0);
    if (character === "\uFFFD") return [0xfe];
    const isLone = character.length === 1 && unit >= 0xd800 && unit <= 0xdfff;
    return isLone
      ? [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
      : [...Buffer.from(character)];
  }).flat();
  return Buffer.concat([Buffer.from(bytes), Buffer.alloc(8 - (bytes.length % 8), 0xff)]);
}

const add = (a: bigint, b: bigint) => BigInt.asUintN(64, a + b);
const rotated = (value: bigint, bits: bigint) => BigInt.asUintN(64, value << bits) | (value >> (64n - bits));

/** As the paper has it, on 64-bit words. */
export function sipHash(bytes: Buffer, [key0 = 0n, key1 = 0n]: Iterable<bigint>): string {
  let [v0, v1] = [key0 ^ 0x736f6d6570736575n, key1 ^ 0x646f72616e646f6dn ^ 0xeen];
  let [v2, v3] = [key0 ^ 0x6c7967656e657261n, key1 ^ 0x7465646279746573n];
  const rounds = (count: number): void => {
    for (let round = 0; round < count; round++) {
      v0 = add(v0, v1);
      v1 = rotated(v1, 13n) ^ v0;
      v0 = rotated(v0, 32n);
      v2 = add(v2, v3);
      v3 = rotated(v3, 16n) ^ v2;
      v0 = add(v0, v3);
      v3 = rotated(v3, 21n) ^ v0;
      v2 = add(v2, v1);
      v1 = rotated(v1, 17n) ^ v2;
      v2 = rotated(v2, 32n);
    }
  };
  const whole = bytes.length - (bytes.length % 8);
  const last = Buffer.alloc(8);
  bytes.copy(last, 0, whole);
  last[7] = bytes.length;
  const words = Buffer.concat([bytes.subarray(0, whole), last]);
  for (let at = 0; at < words.length; at += 8) {
    const word = words.readBigUInt64LE(at);
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }
  const hash = Buffer.alloc(16);
  v2 ^= 0xeen;
  rounds(4);
  hash.writeBigUInt64LE(v0 ^ v1 ^ v2 ^ v3);
  v1 ^= 0xddn;
  rounds(4);
  hash.writeBigUInt64LE(v0 ^ v1 ^ v2 ^ v3, 8);
  return hash.toString("hex");
}
