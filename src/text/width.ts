import stringWidth from "string-width";
import { largest } from "./numbers.ts";

/** Text whose every character is one column wide: Latin letters, dashes and quotes, lines and blocks. */
const NARROW = /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2500-\u259F]*$/;
let segmenter: Intl.Segmenter | undefined;
/** Every space except those in `57 min` and `3 d`. */
const BREAK = /(?<!\d) | (?!\p{L})/u;
/** A word with all but one of the blanks before it. Text quoted for a shell is one word, so that it can be copied. */
const COMMAND_WORD = / ?( *(?:(?:'[^']*'(?:\\''[^']*')*|"[^"]*"|`[^`]*`)[^ ]*|[^ ]+))/g;

/** How many columns a text takes in a terminal. Color codes take none. */
export const widthOf = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - widthOf(text))) + text;
}

/** Splits a text into the words to wrap. @param room the columns of a line */
export type Split = (text: string, room: number) => readonly string[];

/** For prose: a number keeps its unit, and a word wider than a line is broken. */
const prose: Split = (text, room) => text.split(BREAK).flatMap((word) => pieces(word, room));

/** For a command to copy: a quoted word stays whole, and so does a word wider than a line. */
export const command: Split = (text) => Array.from(text.matchAll(COMMAND_WORD), ([, word = ""]) => word);

/**
 * Wraps a text to lines of at most `columns`.
 * @param label printed before the text; further lines are indented by its width.
 */
export function wrap(text: string, columns: number, label: string = "", split: Split = prose): string[] {
  const indent = widthOf(label);
  const room = columns - indent;
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of split(text, room)) {
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && widthOf(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line ?? ""].map((text, index) => (index === 0 ? label : " ".repeat(indent)) + text);
}

/** The text in parts of at most `columns` each, with nothing lost. */
export function pieces(text: string, columns: number): string[] {
  if (text.length <= columns && NARROW.test(text)) return [text];
  const parts: string[] = [];
  let part = "";
  let width = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    const more = widthOf(segment);
    // At least one segment per part: combining marks can make one wider than any line.
    if (part !== "" && width + more > columns) {
      parts.push(part);
      part = "";
      width = 0;
    }
    part += segment;
    width += more;
  }
  return [...parts, part];
}

/** Rows in columns: the first column left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[], indent: string = ""): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    largest(rows.map((cells) => widthOf(cells[column] ?? ""))),
  );
  return rows.map((cells) =>
    (
      indent +
      cells.map((cell, column) => (column === 0 ? padEnd : padStart)(cell, widths[column] ?? 0)).join("  ")
    ).trimEnd(),
  );
}
