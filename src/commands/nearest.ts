/** More slips of the finger than this, and another word was meant. */
const MOST_SLIPS = 2;

/** The candidate that differs least from a word, by at most two slips; `undefined` where none is that near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; slips: number } | undefined;
  for (const candidate of candidates) {
    const most = best === undefined ? MOST_SLIPS : best.slips - 1;
    if (Math.abs(word.length - candidate.length) > most) continue;
    const slips = distance(word, candidate);
    if (slips <= most) best = { candidate, slips };
  }
  return best?.candidate;
}

/** Damerau-Levenshtein distance, each letter moved once at most: letters put in, left out, changed, or swapped. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const oneMore = Math.min(last[column] ?? 0, next[column - 1] ?? 0) + 1;
      const isSwapped = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, oneMore, swapped));
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}
