import stringWidth from "string-width";
import type { Glyphs } from "./screen.ts";

const segmenter = new Intl.Segmenter();
/** The spaces but for those in `12.3 M` and `57 min`. */
const BREAK = /(?<!\d) | (?!\p{L})/u;

/** How many columns a text takes in a terminal; its colours take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** The text, cut in its middle to so many columns where it is wider: names of one family differ at their ends. */
export function cut(text: string, columns: number, glyphs: Glyphs): string {
  if (widthOf(text) <= columns) return text;
  const room = columns - widthOf(glyphs.cut);
  const segments = segmentsOf(text);
  const head = leading(segments, Math.ceil(room / 2)).join("");
  const tail = leading(segments.reverse(), room - widthOf(head))
    .reverse()
    .join("");
  return head + glyphs.cut + tail;
}

function segmentsOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** As many of the first segments as so many columns hold. */
function leading(segments: readonly string[], columns: number): string[] {
  let width = 0;
  const end = segments.findIndex((segment) => {
    width += widthOf(segment);
    return width > columns;
  });
  return segments.slice(0, end === -1 ? segments.length : end);
}

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

function pieces(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const segments = segmentsOf(word);
  // One segment at least: marks can make one wider than any line.
  const count = Math.max(1, leading(segments, columns).length);
  const rest = segments.slice(count).join("");
  return [segments.slice(0, count).join(""), ...(rest === "" ? [] : pieces(rest, columns))];
}

/** Rows in columns: the first column to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[], indent: string = ""): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))),
  );
  return rows.map((cells) =>
    (
      indent +
      cells.map((cell, column) => (column === 0 ? padEnd : padStart)(cell, widths[column] ?? 0)).join("  ")
    ).trimEnd(),
  );
}
