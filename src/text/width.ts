import stringWidth from "string-width";
import { largest } from "./numbers.ts";

const segmenter = new Intl.Segmenter();
/** The spaces but for those in `12.3 M` and `57 min`. */
const BREAK = /(?<!\d) | (?!\p{L})/u;

/** How many columns a text takes in a terminal; its colours take none. */
export const widthOf = (text: string): number => stringWidth(text);

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - widthOf(text))) + text;
}

/** The words on lines of at most so many columns, each line behind the indent; a number keeps its unit, and a word that is wider goes on in the next. */
export function wrap(text: string, columns: number, indent: string = ""): string[] {
  const room = columns - indent.length;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(BREAK).flatMap((whole) => pieces(whole, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > room) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
}

/** The text in parts of at most so many columns; nothing of it is lost. */
export function pieces(text: string, columns: number): string[] {
  const parts: string[] = [];
  let part = "";
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const more = widthOf(segment);
    // One segment at least: marks can make one wider than any line.
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

/** Rows in columns: the first column to the left, the others to the right. */
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
