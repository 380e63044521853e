/** More slips of the finger than this, and another word was meant. */
const MOST_SLIPS = 2;

/**
 * The candidate that differs least from a word, by at most two slips, in three letters by one; `undefined` where none
 * is that near. Capitals do not count.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; slips: number } | undefined;
  for (const candidate of candidates) {
    const allowed = Math.min(MOST_SLIPS, Math.max(0, Math.min(word.length, candidate.length) - 2));
    const most = Math.min(allowed, (best?.slips ?? Number.POSITIVE_INFINITY) - 1);
    if (Math.abs(word.length - candidate.length) > most) continue;
    const slips = distance(word.toLowerCase(), candidate.toLowerCase());
    if (slips <= most) best = { candidate, slips };
  }
  return best?.candidate;
}

/** Letters put in, left out, or swapped with the next; so one that is another counts as two: left out, and put in. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const same = isSame ? (last[column - 1] ?? 0) : Number.POSITIVE_INFINITY;
      const oneMore = Math.min(last[column] ?? 0, next[column - 1] ?? 0) + 1;
      const isSwapped = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(same, oneMore, swapped));
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
