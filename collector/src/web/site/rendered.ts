import { html, type Markup } from "../../../../src/report/index.ts";
import { type Answer, bytesOf, type Visitor } from "../../server/index.ts";
import { errorPage } from "./errors.ts";
import type { NavName } from "./nav.ts";
import type { NoticeCode } from "./notices.ts";
import { pageAnswer } from "./page.ts";
import type { WrongQuery } from "./range.ts";
import { type ExportFormat, exportOf, type Table } from "./table.ts";
import type { View } from "./view.ts";

/** What a page shows. */
export interface Shown {
  readonly status: "page";
  readonly title: string;
  readonly body: Markup;
  readonly nav?: NavName;
  /** The HTTP status; 200 without one. A form that was filled in wrongly is 422. */
  readonly code?: number;
  /** The tables that can be exported; those that are on the page. */
  readonly tables?: readonly Table[];
}

export type Rendered = Shown | WrongQuery | { readonly status: "not_found" };

/** A form was followed. The browser goes on to a page. */
export interface Done {
  readonly status: "done";
  /** A path of this server. */
  readonly to: string;
  readonly notice?: NoticeCode;
  /** The secret of a session that takes the place of the visitor's. */
  readonly session?: string;
}

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** How an answer goes out. */
export interface Sending extends Pick<View, "visitor" | "notice"> {
  /** Whether the browser takes gzip. */
  readonly isZipped: boolean;
  /** When the figures were read, of a page that stays up to date. */
  readonly madeAt?: number | undefined;
}

/** The answer for what a page or a form has come to. */
export function answerFor(result: Rendered, sending: Sending): Answer {
  const { visitor, notice, isZipped, madeAt } = sending;
  switch (result.status) {
    case "not_found":
      return errorPage("not_found", { visitor }, isZipped);
    case "wrong_query":
      return wrongQueryPage(result, visitor, isZipped);
    case "page": {
      const { title, body, nav, code = 200 } = result;
      const shown = { title, body, status: code, visitor, notice };
      const page = { ...shown, ...(nav && { nav }), ...(madeAt !== undefined && { madeAt }) };
      return pageAnswer(page, isZipped);
    }
  }
}

export function wrongQueryPage({ parameter, must }: WrongQuery, visitor: Visitor, isZipped: boolean): Answer {
  const text = html`The parameter <code>${parameter}</code> must be ${must}.`;
  return errorPage("invalid_query", { visitor, text }, isZipped);
}

/** The table that the query names, or the first. */
export function exportAnswer(
  result: Rendered,
  { parameters, range }: Pick<View, "parameters" | "range">,
  format: ExportFormat,
  sending: Sending,
): Answer {
  if (result.status !== "page") return answerFor(result, sending);
  const { tables = [] } = result;
  const named = parameters["table"]?.[0];
  const table = tables.find(({ name }) => name === (named ?? tables[0]?.name));
  if (table === undefined) return errorPage("not_found", { visitor: sending.visitor }, sending.isZipped);
  const file = `${table.name}-${range.from}-${range.to}.${format}`;
  const headers = {
    "cache-control": "no-store",
    "content-disposition": `attachment; filename="${file}"`,
    "content-type": TYPES[format],
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body: bytesOf(exportOf(table, format)) };
}
