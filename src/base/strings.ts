/** The longest string from outside that is kept, in UTF-16 units (rule ITEM-7). */
export const MAX_TEXT = 128;

/** Cuts to `max` UTF-16 units and never through a surrogate pair. */
export function truncate(text: string, max: number = MAX_TEXT): string {
  if (text.length <= max) return text;
  const cutsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(max - 1, max + 1));
  return text.slice(0, cutsPair ? max - 1 : max);
}

/** The longest word from outside that a message repeats, in UTF-16 units. */
const MAX_REPEATED = 32;
/** A run of this length with a digit in it may be a token. */
const TOKEN_LIKE = /\S{20,}/g;
/** How much of such a run is shown, in UTF-16 units. */
const MAX_SHOWN = 6;

/** A word from outside that a message can repeat: short, without control characters, and without a token. */
export function repeatable(word: string, max: number = MAX_REPEATED): string {
  const plain = word
    .slice(0, 4 * max)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD")
    .replace(TOKEN_LIKE, (run) => (/\d/.test(run) ? `${truncate(run, MAX_SHOWN)}…` : run));
  return plain.length > max ? `${truncate(plain, max - 1)}…` : plain;
}
