import { visible } from "../text/visible.ts";
import type { Key } from "./keys.ts";
import { rowsOf } from "./rows.ts";
import type { Row } from "./schema.ts";
import type { View } from "./view.ts";

const COUNTS = [
  ["requests", "requests"],
  ["input_tokens", "inputTokens"],
  ["output_tokens", "outputTokens"],
  ["cache_creation_tokens", "cacheCreationTokens"],
  ["cache_read_tokens", "cacheReadTokens"],
  ["tokens", "tokens"],
  ["cache_creation_1h_tokens", "cacheCreation1hTokens"],
] as const satisfies readonly (readonly [string, keyof Row])[];

/** What a key adds besides its own column. */
const MORE: Partial<Record<Key, readonly ("from" | "to" | "state")[]>> = {
  day: ["state"],
  week: ["from", "to", "state"],
};

/** The rows as CSV (RFC 4180), with a header line. A number that is not known is an empty field. */
export function csvOf(view: View, hasCost = false): string {
  const names = view.by.flatMap((key) => [key, ...(MORE[key] ?? [])]);
  const head = [...names, ...COUNTS.map(([column]) => column), ...(hasCost ? ["cost_usd"] : [])];
  const lines = rowsOf(view, hasCost).map((row) => [
    ...names.map((name) => textField(row[name] ?? "")),
    ...COUNTS.map(([, key]) => String(row[key] ?? "")),
    ...(hasCost ? [row.costUsd == null ? "" : String(row.costUsd)] : []),
  ]);
  return [head, ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** Escapes a field. A text that a spreadsheet would run as a formula gets a quote before it; full-width signs count too. */
function textField(text: string): string {
  const shown = visible(text);
  const safe = /^\s*[=+\-@＝＋－＠]/u.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
