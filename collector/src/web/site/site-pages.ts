import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { torontoDay } from "../../../../src/base/calendar.ts";
import { isAllowed, type Need } from "../../auth/index.ts";
import { callerOf, clientAddress, type ServerContext } from "../../server/index.ts";
import { browserOf, setSession } from "../session.ts";
import { sendErrorPage } from "./errors.ts";
import { type FormCheck, formsOnly, fromHereOnly } from "./form-guard.ts";
import { readPageQuery } from "./query.ts";
import type { WrongQuery } from "./range.ts";
import { type Done, type Rendered, send, sendExport, sendWrongQuery } from "./rendered.ts";
import { FORMATS } from "./table.ts";
import { hrefWith, type View, type Visit, type Visitor } from "./view.ts";

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

/** Adds pages and forms. Who may have them is decided here, once. */
export function sitePages(app: FastifyInstance, context: ServerContext): SitePages {
  const config = { isPage: true } as const;
  const posting = new WeakMap<FastifyRequest, Visitor>();
  return {
    get(path, need, render, { parameters = [], isExported = false } = {}) {
      app.get(path, { config }, async (request, reply) => {
        const visitor = await visitorOf(request, reply, need, context);
        if (visitor === undefined) return reply;
        const view = viewOf(request, visitor, pathOf(request), parameters, context);
        if (view.status === "wrong_query") return sendWrongQuery(reply, view, visitor);
        // What only those see who change something is a form, which is left as it is.
        return send(reply, await render(view), view, need === "change" ? undefined : view.now);
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
      const mayPost: FormCheck = async (request, reply) => {
        const visitor = await visitorOf(request, reply, need, context);
        if (visitor === undefined) return reply;
        posting.set(request, visitor);
        return undefined;
      };
      const onRequest = [fromHereOnly(context), mayPost, formsOnly];
      app.post(path, { config, onRequest }, async (request, reply) => {
        const visitor = posting.get(request);
        if (visitor === undefined) throw new Error("a form came in without a check");
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
