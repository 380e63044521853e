/** How an amount compares with that of the period before. */
export type Change =
  /** `share`: of the amount before; undefined if that was 0. */
  | { readonly status: "compared"; readonly by: number; readonly share: number | undefined }
  /** Fewer days of the period before have data, so the two amounts say little about each other. */
  | { readonly status: "partly"; readonly recorded: number }
  | { readonly status: "unknown" };

/** @param days how many days have data: of this period, and of the one before */
export function changeOf(
  now: number,
  before: number,
  days: { readonly now: number; readonly before: number },
): Change {
  if (days.before === 0) return { status: "unknown" };
  if (days.before < days.now) return { status: "partly", recorded: days.before };
  return { status: "compared", by: now - before, share: before === 0 ? undefined : (now - before) / before };
}

/** A growth above this is told as a factor. */
const MOST_SHARE = 9.995;

/**
 * The change in words: `▲ $12.40 (8%) more than in the 30 days before`.
 * @param text an amount as text. @param length of the period, in days
 */
export function changeWords(
  change: Change,
  {
    before,
    text,
    length,
  }: { readonly before: number; readonly text: (amount: number) => string; readonly length: number },
): string {
  const period = length === 1 ? "the day before" : `the ${length} days before`;
  switch (change.status) {
    case "unknown":
      return `No data for ${period}.`;
    case "partly":
      return `${text(before)} in ${period}, of which ${change.recorded} ${change.recorded === 1 ? "has" : "have"} data.`;
    case "compared": {
      if (change.by === 0) return `The same as in ${period}.`;
      const share = change.share === undefined ? "" : ` (${shareText(change.share)})`;
      const [sign, word] = change.by > 0 ? ["▲", "more"] : ["▼", "less"];
      return `${sign} ${text(Math.abs(change.by))}${share} ${word} than in ${period}.`;
    }
  }
}

function shareText(share: number): string {
  const size = Math.abs(share);
  if (size > MOST_SHARE) return `${Math.round(size + 1)} times as much`;
  return size < 0.01 ? "under 1%" : `${Math.round(size * 100)}%`;
}
