import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();

/** How many columns a text takes in a terminal; its colours take none. */
export const widthOf = (text: string): number => stringWidth(text);

/** The text, cut to so many columns where it is wider. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(kept + segment) > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - widthOf(text))) + text;
}

/** The words on lines of at most so many columns, each line behind the indent; a word that is wider is cut. */
export function wrap(text: string, columns: number, indent: string = ""): string[] {
  const room = columns - indent.length;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > room) {
      lines.push(indent + line);
      line = cut(word, room);
    } else line = cut(longer, room);
  }
  return [...lines, indent + line];
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
