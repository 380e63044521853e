import { csvText, html, type Markup } from "../../../../src/report/index.ts";
import { visible } from "../../../../src/text/visible.ts";
import { hrefWith, type View } from "./view.ts";

/** What a cell holds, exactly. */
export type Value = string | number | bigint | boolean | null;

/** A cell as shown, if that is not simply its value. */
export type Cell = Value | { readonly value: Value; readonly shown: string | Markup };

export interface Column {
  /** The name in exports, such as `costUsd`. */
  readonly key: string;
  /** The words above it. */
  readonly head: string;
  /** Whether it holds texts. Numbers are aligned at their last digit. */
  readonly isText?: boolean;
  /** Whether it holds buttons. */
  readonly isAction?: boolean;
  /** A link that sorts by it, and how it is sorted now, if it is. */
  readonly sort?: { readonly href: string; readonly order: "ascending" | "descending" | undefined };
}

/** A table of a page. Exports have its values, so they are exactly what is on the screen. */
export interface Table {
  /** In links and file names: `days`. */
  readonly name: string;
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** Whether rows have two lines. */
  readonly isTall?: boolean;
  /** Shown below the rows, and not exported. */
  readonly total?: readonly Cell[];
}

export const FORMATS = ["csv", "json"] as const;
export type ExportFormat = (typeof FORMATS)[number];

const number = new Intl.NumberFormat("en");
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** One column for each key. */
export function columnsOf(heads: Readonly<Record<string, string>>, texts: readonly string[] = []): Column[] {
  return Object.entries(heads).map(([key, head]) => ({ key, head, isText: texts.includes(key) }));
}

/**
 * A table as markup. It scrolls sideways where it is too wide. On a phone, each row of texts is a block of its own, with the heads
 * beside the values: roles keep it a table for those who hear it.
 */
export function tableOf({ name, caption, columns, rows, total, isTall }: Table): Markup {
  const isStacked = isTall || columns.every(({ isText }) => isText);
  const role = (name: string) => (isStacked ? html` role="${name}"` : html``);
  const heads = columns.map((column) => headOf(column, isStacked));
  const cellOf = isStacked ? stackedCell : plainCell;
  const lineOf = (row: readonly Cell[]) =>
    html`<tr${role("row")}>${row.map((cell, index) => cellOf(shownOf(cell), index, columns[index]))}</tr>`;
  const kind = isTall ? ` wide-rows of-${name}` : isStacked ? " stacked-rows" : "";
  return html`<div class="scroll" role="region" aria-label="Table: ${caption}" tabindex="0"><table class="data${kind}"${role("table")} aria-label="${caption}">
<thead${role("rowgroup")}><tr${role("row")}>${heads}</tr></thead>
<tbody${role("rowgroup")}>${rows.map(lineOf)}</tbody>${total === undefined ? "" : html`<tfoot>${lineOf(total)}</tfoot>`}
</table></div>`;
}

function headOf({ key, head, isText, sort }: Column, isStacked: boolean): Markup {
  const kind = isText ? "text" : "";
  const start = isStacked
    ? html`role="columnheader" scope="col" class="k-${key} ${kind}"`
    : html`scope="col" class="${kind}"`;
  if (sort === undefined) return html`<th ${start}>${head}</th>`;
  const link = html`<a href="${sort.href}" data-view>${head}</a>`;
  return sort.order === undefined
    ? html`<th ${start}>${link}</th>`
    : html`<th ${start} aria-sort="${sort.order}">${link}</th>`;
}

function plainCell(shown: Markup, index: number, column: Column | undefined): Markup {
  return index === 0
    ? html`<th scope="row">${shown}</th>`
    : html`<td class="${column?.isText ? "text" : ""}">${shown}</td>`;
}

/** Its head goes along, unless it has buttons, which say what they do. */
function stackedCell(shown: Markup, index: number, column: Column | undefined): Markup {
  if (index === 0) return html`<th role="rowheader" scope="row">${shown}</th>`;
  const { key = "", head = "", isText, isAction } = column ?? {};
  const label = isAction ? "" : html` data-label="${head}"`;
  return html`<td role="cell" class="k-${key}${isText ? " text" : ""}"${label}>${shown}</td>`;
}

/** What is shown in short has its exact value with it. */
function shownOf(cell: Cell): Markup {
  const value = exactOf(cell);
  if (!isShown(cell)) return html`${textOf(value)}`;
  const { shown } = cell;
  if (typeof value === "number" || typeof value === "bigint")
    return html`<data value="${String(value)}" title="${exact(value)}">${shown}</data>`;
  const isLonger = typeof value === "string" && typeof shown === "string" && value !== shown;
  return isLonger ? html`<span title="${value}">${shown}</span>` : html`${shown}`;
}

function isShown(cell: Cell): cell is { readonly value: Value; readonly shown: string | Markup } {
  return typeof cell === "object" && cell !== null;
}

function exactOf(cell: Cell): Value {
  return isShown(cell) ? cell.value : cell;
}

function textOf(value: Value): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? visible(value) : exact(value);
}

const exact = (value: number | bigint): string => number.format(value);

/** The table's rows in a format, with its keys as names. */
export function exportOf({ columns, rows }: Table, format: ExportFormat): string {
  const keys = columns.map(({ key }) => key);
  if (format === "csv") return csvText([keys, ...rows.map((row) => row.map(fieldOf))]);
  const objects = rows.map((row) =>
    Object.fromEntries(row.map((cell, index) => [keys[index] ?? "", jsonValue(exactOf(cell))])),
  );
  return `${JSON.stringify({ rows: objects }, null, 2)}\n`;
}

function fieldOf(cell: Cell): Exclude<Value, boolean> {
  const value = exactOf(cell);
  return typeof value === "boolean" ? String(value) : value;
}

/** JSON has no exact number above 2^53-1: it is capped there. */
function jsonValue(value: Value): Exclude<Value, bigint> {
  if (typeof value !== "bigint") return value;
  return Number(value > MAX_SAFE ? MAX_SAFE : value);
}

/** Links to download the table as it is shown. Who has a link to one page gets none. */
export function exportLinks(view: View, { name, caption }: Pick<Table, "name" | "caption">): Markup {
  if (view.visitor.kind === "share") return html``;
  const path = view.path === "/" ? "/overview" : view.path;
  const links = FORMATS.map((format) => {
    const words = format.toUpperCase();
    const href = hrefWith(view, { table: name }, `${path}.${format}`);
    return html`<a href="${href}" download aria-label="Download ${words}: ${caption}">${words}</a>`;
  });
  return html`<span class="exports">${links}</span>`;
}

/** A table that opens below its chart. */
export function foldOf(view: View, table: Table): Markup {
  return html`<details id="table-${table.name}"><summary>${table.caption}, as a table</summary>${exportLinks(view, table)}
${tableOf(table)}</details>`;
}
