/** The most UTF-16 units that a string from outside keeps (rule ITEM-7). */
export const MAX_TEXT = 128;

/** Cuts to `max` UTF-16 units and never through a surrogate pair. */
export function truncate(text: string, max: number = MAX_TEXT): string {
  if (text.length <= max) return text;
  const cutsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(max - 1, max + 1));
  return text.slice(0, cutsPair ? max - 1 : max);
}

/** The most of a word from outside that is repeated to who wrote it, in UTF-16 units. */
const MAX_REPEATED = 32;
/** A run this long with a digit in it looks like a token; of it so much is shown. */
const TOKEN_LIKE = /\S{20,}/g;
const MAX_SHOWN = 6;

/** A word from outside as it may be repeated: short, with no control character, and no token in it. */
export function repeatable(word: string, max: number = MAX_REPEATED): string {
  const plain = word
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD")
    .replace(TOKEN_LIKE, (run) => (/\d/.test(run) ? `${truncate(run, MAX_SHOWN)}…` : run));
  return plain.length > max ? `${truncate(plain, max - 1)}…` : plain;
}
