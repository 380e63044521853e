/**
 * A count with its noun: `1 day`, `2 days`. Only for nouns whose plural ends in a plain `s`.
 * @param shown the count in another form, such as `1.2k`.
 */
export function plural(count: number, noun: string, shown = String(count)): string {
  return `${shown} ${noun}${count === 1 ? "" : "s"}`;
}
