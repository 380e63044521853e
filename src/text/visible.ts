/** What a terminal would act on or not show: control, direction and zero-width characters, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text from outside that is safe to print: each such character becomes U+FFFD. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, "\uFFFD");
}

/** Letters that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A text that turns nothing around beside it: one that runs from right to left is put between the marks that isolate it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Whether a text has an invisible character. */
export function hasInvisible(text: string): boolean {
  return visible(text) !== text;
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
