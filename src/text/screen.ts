import { WriteStream } from "node:tty";
import { inspect } from "node:util";
import type { Env } from "../base/edges.ts";

/** What a text is laid out for. */
export interface Screen {
  /** Infinite where the text goes to no terminal: nothing is broken into lines then. */
  readonly columns: number;
  readonly hasBars: boolean;
  readonly hasColour: boolean;
  readonly glyphs: Glyphs;
}

/** What is drawn with. */
export interface Glyphs {
  /** A bar's cell as it fills, from the first step to the full one. */
  readonly steps: readonly string[];
  readonly empty: string;
}

export const BLOCKS: Glyphs = { steps: "▏▎▍▌▋▊▉█".split(""), empty: "░" };
export const ASCII: Glyphs = { steps: ["#"], empty: "." };

/** The width if the terminal does not report one. */
export const DEFAULT_COLUMNS = 80;
/** What is narrower is left to wrap. */
const FEWEST_COLUMNS = 40;

/** The screen behind a stream; `NO_COLOR` and `FORCE_COLOR` are honoured as Node does. */
export function screenOf(
  { isTTY = false, columns }: { readonly isTTY?: boolean; readonly columns?: number },
  env: Env,
): Screen {
  return {
    columns: isTTY ? Math.max(FEWEST_COLUMNS, columns || DEFAULT_COLUMNS) : Number.POSITIVE_INFINITY,
    hasBars: isTTY && env["TERM"] !== "dumb",
    hasColour: hasColour(isTTY, env),
    glyphs: isUtf8(env) ? BLOCKS : ASCII,
  };
}

/** As the C library finds the locale; but where none is set, it counts as UTF-8, as for systemd's tools. */
function isUtf8(env: Env): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = env;
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}

function hasColour(isTTY: boolean, env: Env): boolean {
  const { FORCE_COLOR, NO_COLOR } = env;
  const depth = (names: Env) => WriteStream.prototype.getColorDepth(names);
  if (FORCE_COLOR !== undefined) return depth({ FORCE_COLOR }) > 1;
  // Node 20 takes an empty one for set.
  return isTTY && !NO_COLOR && depth({ ...env, NO_COLOR: undefined }) > 1;
}

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";
export type Paint = (style: Style, text: string) => string;

/** Puts a text in a style, where the screen has colour. */
export function painter({ hasColour }: Screen): Paint {
  return (style, text) => {
    const codes = inspect.colors[style];
    return hasColour && codes !== undefined ? `\u001B[${codes[0]}m${text}\u001B[${codes[1]}m` : text;
  };
}
