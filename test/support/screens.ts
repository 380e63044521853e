import stringWidth from "string-width";
import { BLOCKS, type Screen } from "../../src/text/screen.ts";

/** A terminal with bars and no color. */
export const terminal = (columns: number): Screen => ({
  columns,
  hasBars: true,
  hasColor: false,
  glyphs: BLOCKS,
});

/** Output that is not a terminal. */
export const PIPE: Screen = { ...terminal(Number.POSITIVE_INFINITY), hasBars: false };

/** The width of a text's widest line in columns. */
export function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => stringWidth(line)));
}
