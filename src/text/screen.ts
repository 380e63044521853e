import { inspect } from "node:util";
import { hasColor } from "../base/color.ts";
import type { Env } from "../base/edges.ts";

/** What a text is laid out for. */
export interface Screen {
  /** Infinite if the text does not go to a terminal. Then nothing is wrapped. */
  readonly columns: number;
  /** Whether bars and symbols can be drawn. */
  readonly hasBars: boolean;
  readonly hasColor: boolean;
  readonly glyphs: Glyphs;
}

/** The characters to draw with. */
export interface Glyphs {
  /** A bar's cell as it fills, from the first step to the full one. */
  readonly steps: readonly string[];
  readonly empty: string;
  /** Marks a place on a bar. */
  readonly mark: string;
  /** The results of a check. A screen without them gets words. */
  readonly marks?: { readonly ok: string; readonly warning: string; readonly failure: string };
}

export const BLOCKS: Glyphs = {
  steps: "▏▎▍▌▋▊▉█".split(""),
  empty: "░",
  mark: "│",
  marks: { ok: "✔", warning: "!", failure: "✖" },
};
export const ASCII: Glyphs = { steps: ["#"], empty: ".", mark: "|" };

/** The width if the terminal does not report one. */
export const DEFAULT_COLUMNS = 80;
/** The narrowest layout. A narrower terminal wraps it. */
const MIN_COLUMNS = 40;

/** The screen behind a stream. `NO_COLOR` and `FORCE_COLOR` work as in Node. */
export function screenOf(
  { isTTY = false, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  env: Env,
): Screen {
  return {
    columns: isTTY ? Math.max(MIN_COLUMNS, columns || DEFAULT_COLUMNS) : Number.POSITIVE_INFINITY,
    hasBars: isTTY && env["TERM"] !== "dumb",
    hasColor: hasColor(isTTY, env),
    glyphs: isUtf8(env) ? BLOCKS : ASCII,
  };
}

/** Reads the locale as the C library does. An unset locale counts as UTF-8, as it does for systemd's tools. */
export function isUtf8(env: Env): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Styles a text if the screen has color. */
export function painter({ hasColor }: Pick<Screen, "hasColor">): Paint {
  return (style, text) => {
    const codes = inspect.colors[style];
    return hasColor && codes !== undefined ? `\u001B[${codes[0]}m${text}\u001B[${codes[1]}m` : text;
  };
}
