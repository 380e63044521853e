// The tables of docs/failures.md, from the program's one table of failures.
import { FAILURES, type Failure } from "../../src/failures/index.ts";
import { code, markdownTable } from "./page.ts";

const PASSES = "nothing: the next refresh tries again";

/** A part for each table, such as `failures-limits`. */
export function failureParts(): Record<string, string> {
  const tables = Object.entries<Readonly<Record<string, Failure>>>(FAILURES);
  return Object.fromEntries(tables.map(([name, table]) => [`failures-${name}`, failureTable(table)]));
}

function failureTable(table: Readonly<Record<string, Failure>>): string {
  const rows = Object.entries(table).map(([key, { what, fix = PASSES }]) => [
    code(key),
    withPlaceholders(what),
    withPlaceholders(fix),
  ]);
  return markdownTable(["code", "what happened", "how to fix it"], rows);
}

/** Placeholders are code, so that Markdown shows them. */
function withPlaceholders(text: string): string {
  return text.replace(/<\w+>/g, code);
}
