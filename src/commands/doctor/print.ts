import type { Env } from "../../base/edges.ts";
import { visible } from "../../text/visible.ts";
import { widthOf } from "../../text/width.ts";
import type { Check } from "./check.ts";

/** How checks look: words alone, or symbols, or symbols in colour. */
export type Style = "words" | "symbols" | "colours";

/** Symbols on a terminal only, colours where nobody said no (no-color.org). */
export function styleFor(isTerminal: boolean, env: Env): Style {
  if (!isTerminal || env["TERM"] === "dumb") return "words";
  return env["NO_COLOR"] ? "symbols" : "colours";
}

const WORDS = { ok: "ok     ", warning: "warning", failure: "FAILURE" } as const;
const SYMBOLS = { ok: "✔", warning: "!", failure: "✖" } as const;
/** Green, yellow, red (ECMA-48, SGR). */
const COLOURS = { ok: 32, warning: 33, failure: 31 } as const;

/**
 * A line a check, below it what fixes it, and last how many there are of each kind.
 * @param columns of the terminal; Infinity where there is none, and nothing is wrapped.
 */
export function describeChecks(checks: readonly Check[], style: Style, columns: number): string {
  const indent = style === "words" ? WORDS.ok.length + 1 : 2;
  const lines = checks.flatMap(({ id, status, message, fix }) => [
    ...hang(`${mark(status, style)} `, `${id}: ${visible(message)}`, indent, columns),
    ...(fix === undefined ? [] : hang(`${" ".repeat(indent)}  -> `, visible(fix), indent + 5, columns)),
  ]);
  const count = (wanted: Check["status"]) => checks.filter(({ status }) => status === wanted).length;
  lines.push(`${count("ok")} ok, ${count("warning")} to look at, ${count("failure")} to fix`);
  return `${lines.join("\n")}\n`;
}

function mark(status: Check["status"], style: Style): string {
  if (style === "words") return WORDS[status];
  return style === "symbols" ? SYMBOLS[status] : `\u001B[${COLOURS[status]}m${SYMBOLS[status]}\u001B[0m`;
}

/** A word with the blanks before it; what is quoted for a shell is one word, for a break in it would be copied. */
const WORD = /( *)((?:'[^']*'(?:\\''[^']*')*|"[^"]*"|`[^`]*`)[^ ]*|[^ ]+)/g;

/** A text behind its beginning on lines of at most so many columns, the further ones indented; a longer word stands. */
function hang(first: string, text: string, indent: number, columns: number): string[] {
  const lines: string[] = [];
  let line = first;
  let isBegun = false;
  for (const [, blanks = "", word = ""] of text.matchAll(WORD)) {
    if (isBegun && widthOf(line + blanks + word) > columns) {
      lines.push(line);
      line = " ".repeat(indent) + word;
    } else line += blanks + word;
    isBegun = true;
  }
  return [...lines, line];
}
