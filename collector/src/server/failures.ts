import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../../../src/base/edges.ts";
import type { ApiErrorCode } from "../api/index.ts";
import { StoreUnavailable } from "../store/index.ts";
import { NotMade } from "./making.ts";
import { refuse } from "./refuse.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route is a page, whose failures people read. */
    readonly isPage?: true;
  }
}

/** Answers people with a page that says what went wrong. */
export type SendErrorPage = (
  reply: FastifyReply,
  code: ApiErrorCode,
  detail?: Words,
) => FastifyReply | Promise<FastifyReply>;

/** What people and programs read in the place of the usual words for a code. */
interface Words {
  readonly title: string;
  readonly text: string;
}

const NOT_MADE: Readonly<Record<NotMade["why"], Words>> = {
  failed: {
    title: "This page could not be made",
    text: "It took too long, or more memory than there was, or it failed. Try again, or choose fewer days. Machines push as always.",
  },
  too_many: {
    title: "Too many pages are asked for",
    text: "Wait until those that you asked for are here, then try again. Machines push as always.",
  },
};

/** Answers every failure that no route answers itself: programs with JSON, people with a page. */
export function handleFailures(app: FastifyInstance, log: Log, sendErrorPage?: SendErrorPage): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, code: ApiErrorCode, words?: Words) =>
    sendErrorPage !== undefined && isForPeople(request)
      ? sendErrorPage(reply, code, words)
      : refuse(reply, code, words && { message: words.text });
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.get(pathOf(request.url));
    if (allowed === undefined) return answer(request, reply, "not_found");
    return answer(request, reply.header("allow", [...allowed].sort().join(", ")), "method_not_allowed");
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof StoreUnavailable) {
      log.warn({ err: error }, `the database cannot be used: ${error.message}`);
      return answer(request, reply, "unavailable");
    }
    if (error instanceof NotMade) return answer(request, reply, "unavailable", NOT_MADE[error.why]);
    const code = codeOf(error);
    if (code === "internal") log.error({ err: error }, "a request failed unexpectedly");
    return answer(request, reply, code);
  });
}

/** A browser says that it takes pages. What is below `/api` is for programs, also in a browser. */
function isForPeople({ routeOptions, headers, url }: FastifyRequest): boolean {
  const isWanted = String(headers.accept ?? "").includes("text/html") && !url.startsWith("/api/");
  return routeOptions.config?.isPage === true || isWanted;
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

function codeOf({ statusCode = 500 }: FastifyError): ApiErrorCode {
  if (statusCode >= 500) return "internal";
  if (statusCode === 413) return "too_large";
  return statusCode === 415 ? "unsupported_media_type" : "bad_request";
}
