import { visible } from "../text/visible.ts";
import type { By, Row } from "./rows.ts";

const COUNTS = [
  ["requests", "requests"],
  ["input_tokens", "inputTokens"],
  ["output_tokens", "outputTokens"],
  ["cache_creation_tokens", "cacheCreationTokens"],
  ["cache_read_tokens", "cacheReadTokens"],
  ["tokens", "tokens"],
] as const satisfies readonly (readonly [string, keyof Row])[];

const NAMES: Readonly<Record<By, readonly ("day" | "state" | "model")[]>> = {
  day: ["day", "state"],
  model: ["model"],
  "day and model": ["day", "state", "model"],
};

/** The rows as CSV (RFC 4180), with a header line. */
export function csvOf(rows: readonly Row[], by: By): string {
  const names = NAMES[by];
  const head = [...names, ...COUNTS.map(([column]) => column)];
  const lines = rows.map((row) => [
    ...names.map((name) => textField(row[name] ?? "")),
    ...COUNTS.map(([, key]) => String(row[key])),
  ]);
  return [head, ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** Escapes a field. A text that a spreadsheet would run as a formula gets a quote before it; full-width signs count too. */
function textField(text: string): string {
  const shown = visible(text);
  const safe = /^\s*[=+\-@＝＋－＠]/u.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
