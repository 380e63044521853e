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

/**
 * Where a spreadsheet would begin to read a formula: at the beginning of a text, and after what may end a cell. Where commas separate
 * decimals, that is a semicolon, and quotes in the middle of a line then count for nothing. What is not visible may be left out.
 */
const FORMULA = /^(?=[\s\p{C}"]*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[\s\p{C}"]*[=+\-@＝＋－＠])/gu;

/** A field of CSV. Null is empty. */
type Field = string | number | bigint | null;

/** The rows as CSV, with a header line. A number that is not known is an empty field. */
export function csvOf(view: View, hasCost = false): string {
  const names = view.by.flatMap((key) => [key, ...(MORE[key] ?? [])]);
  const head = [...names, ...COUNTS.map(([column]) => column), ...(hasCost ? ["cost_usd"] : [])];
  const lines = rowsOf(view, hasCost).map((row): Field[] => [
    ...names.map((name) => visible(row[name] ?? "")),
    ...COUNTS.map(([, key]) => row[key] ?? null),
    ...(hasCost ? [row.costUsd ?? null] : []),
  ]);
  return csvText([head, ...lines]);
}

/** Rows as CSV (RFC 4180). What looks like a formula gets an apostrophe before it. */
export function csvText(rows: readonly (readonly Field[])[]): string {
  return rows.map((row) => `${row.map(fieldText).join(",")}\r\n`).join("");
}

function fieldText(value: Field): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = value.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
