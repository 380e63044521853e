/** What a terminal would act on or not show: control, direction and zero-width characters, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text from outside that is safe to print: each such character becomes U+FFFD. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, "\uFFFD");
}

/** JSON on one line, with those characters as escapes. It parses to the same value. */
export function jsonLine(value: unknown): string {
  const escaped = JSON.stringify(value).replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16);
      return `\\u${unit.padStart(4, "0")}`;
    }).join(""),
  );
  return `${escaped}\n`;
}
