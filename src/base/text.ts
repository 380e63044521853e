/** The most UTF-16 units that a string from outside keeps (spec: Limits, maximum string length). */
export const MAX_TEXT = 128;

/** Cuts to `max` UTF-16 units and never through a surrogate pair. */
export function truncate(text: string, max: number = MAX_TEXT): string {
  if (text.length <= max) return text;
  const cutsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(max - 1, max + 1));
  return text.slice(0, cutsPair ? max - 1 : max);
}
