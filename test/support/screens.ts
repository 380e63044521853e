import stringWidth from "string-width";
import { BLOCKS, type Screen } from "../../src/text/screen.ts";

/** A terminal with bars and no colour. */
export const terminal = (columns: number): Screen => ({
  columns,
  hasBars: true,
  hasColour: false,
  glyphs: BLOCKS,
});

/** What is no terminal. */
export const PIPE: Screen = { ...terminal(Number.POSITIVE_INFINITY), hasBars: false };

/** The columns that the widest line of a text takes. */
export function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => stringWidth(line)));
}
