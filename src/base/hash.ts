// FNV-1a, 32 bits. A hash is a signed integer here; `>>> 0` makes it unsigned.

export const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Extends the hash of some bytes by one byte. */
export function fnv1a(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}
