import { FNV_BASIS, fnv1a } from "../../../src/base/hash.ts";

/** A number from 0 up to 1 that looks random, and is the same for the same words. */
export function chance(...words: readonly (string | number)[]): number {
  return hashOf(words.join("\0")) / 2 ** 32;
}

/** The same for a range. */
export function between(low: number, high: number, ...words: readonly (string | number)[]): number {
  return low + (high - low) * chance(...words);
}

/** An id in the form of a GUID, the same for the same words. */
export function guidOf(...words: readonly (string | number)[]): string {
  const hex = [0, 1, 2, 3].map((part) =>
    hashOf([...words, part].join("\0"))
      .toString(16)
      .padStart(8, "0"),
  );
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function hashOf(text: string): number {
  let hash = FNV_BASIS;
  for (const byte of Buffer.from(text)) hash = fnv1a(hash, byte);
  // FNV alone gives texts that differ in their last letter numbers that are close (MurmurHash3's last step).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
