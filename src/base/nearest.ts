/** With more typos than this, another word was meant. */
const MAX_TYPOS = 2;

/**
 * The candidate nearest to a word: at most two typos away, or one for words of three letters; `undefined` if there is
 * none. Case is ignored.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; typos: number } | undefined;
  for (const candidate of candidates) {
    const allowed = Math.min(MAX_TYPOS, Math.max(0, Math.min(word.length, candidate.length) - 2));
    const most = Math.min(allowed, (best?.typos ?? Number.POSITIVE_INFINITY) - 1);
    if (Math.abs(word.length - candidate.length) > most) continue;
    const typos = distance(word.toLowerCase(), candidate.toLowerCase());
    if (typos <= most) best = { candidate, typos };
  }
  return best?.candidate;
}

/** The number of letters inserted, deleted, or swapped with the next. A replaced letter counts as two. */
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
