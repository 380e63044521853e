/** What a terminal would obey or swallow: controls, directions, zero-width characters, halves of pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A name from outside as it may be shown: each character that is not seen is U+FFFD. */
export function visible(text: string): string {
  return text.replace(UNSEEN, "\uFFFD");
}

/** JSON on one line, in which those characters stand as escapes: for a reader the same value. */
export function jsonLine(value: unknown): string {
  const escaped = JSON.stringify(value).replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );
  return `${escaped}\n`;
}
