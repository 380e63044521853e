import type { FastifyReply } from "fastify";
import { html, type Markup } from "../../../../src/report/index.ts";
import { sendErrorPage } from "./errors.ts";
import type { NavName } from "./nav.ts";
import type { NoticeCode } from "./notices.ts";
import { sendPage } from "./page.ts";
import type { WrongQuery } from "./range.ts";
import { type ExportFormat, exportOf, type Table } from "./table.ts";
import type { View, Visitor } from "./view.ts";

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

/** Answers with what a page or a form has come to. @param madeAt when the figures were read, of a page that stays up to date */
export function send(
  reply: FastifyReply,
  result: Rendered,
  { visitor, notice }: Pick<View, "visitor" | "notice">,
  madeAt?: number,
): FastifyReply {
  switch (result.status) {
    case "not_found":
      return sendErrorPage(reply, "not_found", { visitor });
    case "wrong_query":
      return sendWrongQuery(reply, result, visitor);
    case "page": {
      const { title, body, nav, code = 200 } = result;
      return sendPage(reply, {
        title,
        body,
        status: code,
        visitor,
        notice,
        ...(nav && { nav }),
        ...(madeAt !== undefined && { madeAt }),
      });
    }
  }
}

export function sendWrongQuery(
  reply: FastifyReply,
  { parameter, must }: WrongQuery,
  visitor: Visitor,
): FastifyReply {
  return sendErrorPage(reply, "invalid_query", {
    visitor,
    text: html`The parameter <code>${parameter}</code> must be ${must}.`,
  });
}

/** The table that the query names, or the first. */
export function sendExport(
  reply: FastifyReply,
  result: Rendered,
  view: View,
  format: ExportFormat,
): FastifyReply {
  if (result.status !== "page") return send(reply, result, view);
  const { tables = [] } = result;
  const named = view.parameters["table"]?.[0];
  const table = tables.find(({ name }) => name === (named ?? tables[0]?.name));
  if (table === undefined) return sendErrorPage(reply, "not_found", { visitor: view.visitor });
  const file = `${table.name}-${view.range.from}-${view.range.to}.${format}`;
  return reply
    .headers({
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="${file}"`,
      "x-content-type-options": "nosniff",
    })
    .type(TYPES[format])
    .send(exportOf(table, format));
}
