/**
 * Where a spreadsheet would begin to read a formula: at the beginning of a text, and after what may end a cell. Where commas separate
 * decimals, that is a semicolon, and quotes in the middle of a line then count for nothing. What is not visible may be left out.
 */
const FORMULA = /^(?=[\s\p{C}"]*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=[\s\p{C}"]*[=+\-@＝＋－＠])/gu;

/** Rows as CSV (RFC 4180). Null is empty, and what looks like a formula gets an apostrophe before it. */
export function csvText(rows: readonly (readonly (string | number | bigint | null)[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

function fieldOf(value: string | number | bigint | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = value.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
