import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { torontoDay } from "../../../../src/base/calendar.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { isAllowed, type Need } from "../../auth/index.ts";
import { callerOf, clientAddress, type ServerContext } from "../../server/index.ts";
import { browserOf, isFromHere, setSession } from "../session.ts";
import { sendErrorPage } from "./errors.ts";
import type { NavName } from "./nav.ts";
import type { NoticeCode } from "./notices.ts";
import { sendPage } from "./page.ts";
import { readPageQuery } from "./query.ts";
import type { WrongQuery } from "./range.ts";
import { type ExportFormat, exportOf, FORMATS, type Table } from "./table.ts";
import { hrefWith, type View, type Visit, type Visitor } from "./view.ts";

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

export interface PageOptions {
  /** The parameters of its query besides those of every page. */
  readonly parameters?: readonly string[];
  /** Whether its tables can be exported, at its path with `.csv` and `.json`. */
  readonly isExported?: boolean;
}

export interface SitePages {
  get(path: string, need: Need, render: (view: View) => Promise<Rendered>, options?: PageOptions): void;
  post(
    path: string,
    need: Need,
    act: (form: URLSearchParams, visit: Visit) => Promise<Rendered | Done>,
  ): void;
}

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** Adds pages and forms. Who may have them is decided here, once. */
export function sitePages(app: FastifyInstance, context: ServerContext): SitePages {
  const config = { isPage: true } as const;
  return {
    get(path, need, render, { parameters = [], isExported = false } = {}) {
      app.get(path, { config }, async (request, reply) => {
        const visitor = await visitorOf(request, reply, need, context);
        if (visitor === undefined) return reply;
        const view = viewOf(request, visitor, pathOf(request), parameters, context);
        if (view.status === "wrong_query") return sendWrongQuery(reply, view, visitor);
        return send(reply, await render(view), view);
      });
      if (!isExported) return;
      for (const format of FORMATS) {
        app.get(`${path === "/" ? "/overview" : path}.${format}`, { config }, async (request, reply) => {
          const visitor = await visitorOf(request, reply, need, context);
          if (visitor === undefined) return reply;
          const shownAt = path === "/" ? "/" : pathOf(request).slice(0, -format.length - 1);
          const view = viewOf(request, visitor, shownAt, [...parameters, "table"], context);
          if (view.status === "wrong_query") return sendWrongQuery(reply, view, visitor);
          return sendExport(reply, await render(view), view, format);
        });
      }
    },
    post(path, need, act) {
      app.post(path, { config }, async (request, reply) => {
        if (!isFromHere(request, context.session.isSecure)) return sendErrorPage(reply, "forbidden", FOREIGN);
        const visitor = await visitorOf(request, reply, need, context);
        if (visitor === undefined) return reply;
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const visit = visitOf(request, visitor, pathOf(request), context);
        const result = await act(form, visit);
        if (result.status !== "done") return send(reply, result, { ...visit, notice: undefined });
        const { cookie, isSecure } = context.session;
        if (result.session !== undefined) setSession(reply, cookie, isSecure, result.session);
        const [to = "/", search = ""] = result.to.split("?", 2);
        const parameters = Object.fromEntries(
          [...new URLSearchParams(search)].map(([name, value]) => [name, [value]]),
        );
        return reply.redirect(hrefWith({ path: to, parameters }, { notice: result.notice }), 303);
      });
    },
  };
}

const FOREIGN = {
  title: "This form came from elsewhere",
  text: "It was sent by another site, or the browser did not say by which. Open the page here, and try again.",
};

/** Who asks, if they may. Answers all others. */
async function visitorOf(
  request: FastifyRequest,
  reply: FastifyReply,
  need: Need,
  context: ServerContext,
): Promise<Visitor | undefined> {
  const caller = await callerOf(request, context);
  const isPossible = caller.kind === "person" || caller.kind === "share";
  if (isPossible && isAllowed(caller, need, pathOf(request))) return caller;
  if (caller.kind === "person") sendErrorPage(reply, "forbidden", { visitor: caller });
  else if (request.method === "GET") reply.redirect(loginFor(request), 303);
  else sendErrorPage(reply, "invalid_token");
  return undefined;
}

/** The page to sign in, which leads back to the page that was asked for. */
function loginFor({ url }: FastifyRequest): string {
  return url === "/" ? "/login" : `/login?${new URLSearchParams({ next: url }).toString()}`;
}

function visitOf(
  request: FastifyRequest,
  visitor: Visitor,
  path: string,
  { store, clock }: ServerContext,
): Visit {
  const now = clock();
  return {
    store,
    now,
    today: torontoDay(now),
    visitor,
    actor: { who: nameOf(visitor), from: clientAddress(request), at: now },
    browser: browserOf(request),
    path,
    params: request.params as Readonly<Record<string, string>>,
    canChange: isAllowed(visitor, "change"),
  };
}

function viewOf(
  request: FastifyRequest,
  visitor: Visitor,
  path: string,
  parameters: readonly string[],
  context: ServerContext,
): (View & { readonly status: "ok" }) | WrongQuery {
  const visit = visitOf(request, visitor, path, context);
  // A link shows its own range, whatever the URL says.
  const query = visitor.kind === "share" ? { from: visitor.from, to: visitor.to } : request.query;
  const read = readPageQuery(query as Readonly<Record<string, unknown>>, parameters, visit.today);
  return read.status === "ok" ? { ...visit, ...read } : read;
}

function nameOf(visitor: Visitor): string {
  return visitor.kind === "person" ? visitor.name : "share link";
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? url;
}

function send(
  reply: FastifyReply,
  result: Rendered,
  { visitor, notice }: Pick<View, "visitor" | "notice">,
): FastifyReply {
  switch (result.status) {
    case "not_found":
      return sendErrorPage(reply, "not_found", { visitor });
    case "wrong_query":
      return sendWrongQuery(reply, result, visitor);
    case "page": {
      const { title, body, nav, code = 200 } = result;
      return sendPage(reply, { title, body, status: code, visitor, notice, ...(nav && { nav }) });
    }
  }
}

function sendWrongQuery(
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
function sendExport(reply: FastifyReply, result: Rendered, view: View, format: ExportFormat): FastifyReply {
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
