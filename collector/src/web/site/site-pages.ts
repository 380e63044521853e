import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isAllowed, type Need } from "../../auth/index.ts";
import {
  type Answer,
  type AskedPage,
  askerOf,
  callerOf,
  clientAddress,
  type ServerContext,
  sendAnswer,
  type Visitor,
} from "../../server/index.ts";
import { browserOf, setSession } from "../session.ts";
import { sendErrorPage } from "./errors.ts";
import { type FormCheck, formsOnly, fromHereOnly } from "./form-guard.ts";
import { type Making, makeAnswer, visitOf } from "./made.ts";
import { isZipped } from "./page.ts";
import { answerFor, type Done, type Rendered } from "./rendered.ts";
import { FORMATS } from "./table.ts";
import { hrefWith, type Visit } from "./view.ts";

export interface PageOptions extends Pick<Making, "parameters" | "isForm"> {
  /** Whether its tables can be exported, at its path with `.csv` and `.json`. */
  readonly isExported?: boolean;
}

export interface SitePages {
  get(path: string, need: Need, render: Making["render"], options?: PageOptions): void;
  /** A page of figures, which is made where no push waits for it. Its tables can be exported. */
  show(path: string): void;
  post(
    path: string,
    need: Need,
    act: (form: URLSearchParams, visit: Visit) => Promise<Rendered | Done>,
  ): void;
}

interface Added {
  /** The path that the page is routed by. */
  readonly route: string;
  readonly need: Need;
  readonly format?: AskedPage["format"];
  readonly make: (asked: AskedPage) => Promise<Answer>;
}

/** Adds pages and forms. Who may have them is decided here, once. */
export function sitePages(app: FastifyInstance, context: ServerContext): SitePages {
  const config = { isPage: true } as const;
  const posting = new WeakMap<FastifyRequest, Visitor>();
  const addOne = (url: string, { route, need, format, make }: Added) =>
    app.get(url, { config }, async (request, reply) => {
      const visitor = await visitorOf(request, reply, need, context);
      if (visitor === undefined) return reply;
      const requested = pathOf(request);
      const page = route === "/" ? route : requested.slice(0, -(format?.length ?? 0) - 1);
      const asked = askedOf(request, visitor, format === undefined ? requested : page, context);
      return sendAnswer(reply, await make({ ...asked, route, format }));
    });
  const add = (page: Added, isExported: boolean) => {
    const { route } = page;
    addOne(route, page);
    for (const format of isExported ? FORMATS : [])
      addOne(`${route === "/" ? "/overview" : route}.${format}`, { ...page, format });
  };
  return {
    get(route, need, render, { isExported = false, ...options } = {}) {
      const making = { isForm: need === "change", ...options, render };
      add({ route, need, make: (asked) => makeAnswer(context.store, asked, making) }, isExported);
    },
    show(route) {
      add({ route, need: "view", make: context.make }, true);
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
        const asked = askedOf(request, visitor, pathOf(request), context);
        const result = await act(form, visitOf(asked, context.store));
        if (result.status !== "done")
          return sendAnswer(reply, answerFor(result, { ...asked, notice: undefined }));
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

function askedOf(
  request: FastifyRequest,
  visitor: Visitor,
  path: string,
  { clock }: ServerContext,
): Omit<AskedPage, "route" | "format"> {
  const now = clock();
  return {
    kind: "page",
    asker: askerOf(visitor),
    path,
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Readonly<Record<string, unknown>>,
    visitor,
    actor: { who: nameOf(visitor), from: clientAddress(request), at: now },
    browser: browserOf(request),
    now,
    isZipped: isZipped(request),
  };
}

function nameOf(visitor: Visitor): string {
  return visitor.kind === "person" ? visitor.name : "share link";
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? url;
}
