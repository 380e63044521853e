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

/** The rows as RFC 4180 has them: a head line, CRLF after each. */
export function csvOf(rows: readonly Row[], by: By): string {
  const names = NAMES[by];
  const head = [...names, ...COUNTS.map(([column]) => column)];
  const lines = rows.map((row) => [
    ...names.map((name) => textField(row[name] ?? "")),
    ...COUNTS.map(([, key]) => String(row[key])),
  ]);
  return [head, ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** What a spreadsheet would run as a formula, full-width signs too, is made a text with a quote before it. */
function textField(text: string): string {
  const shown = visible(text);
  const safe = /^\s*[=+\-@＝＋－＠]/u.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
