import type { Env } from "../../base/edges.ts";
import { visible } from "../text/visible.ts";
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

/** A line a check, below it what mends it, and last how many there are of each kind. */
export function describeChecks(checks: readonly Check[], style: Style): string {
  const lines = checks.flatMap(({ id, status, message, mend }) => [
    `${mark(status, style)} ${id}: ${visible(message)}`,
    ...(mend === undefined ? [] : [`${style === "words" ? "        " : "  "}  -> ${visible(mend)}`]),
  ]);
  const count = (wanted: Check["status"]) => checks.filter(({ status }) => status === wanted).length;
  lines.push(`${count("ok")} ok, ${count("warning")} to look at, ${count("failure")} to mend`);
  return `${lines.join("\n")}\n`;
}

function mark(status: Check["status"], style: Style): string {
  if (style === "words") return WORDS[status];
  return style === "symbols" ? SYMBOLS[status] : `\u001B[${COLOURS[status]}m${SYMBOLS[status]}\u001B[0m`;
}
