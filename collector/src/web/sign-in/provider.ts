import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "../../../../src/base/durations.ts";
import type { Links } from "../../admin/index.ts";
import { FLOW_MS, type Flow, makeFlow, readFlow, type Vouched } from "../../auth/index.ts";
import { clientAddress, type ServerContext, sessionSecret } from "../../server/index.ts";
import type { SubjectSignedIn } from "../../store/index.ts";
import { setSession } from "../session.ts";
import { loginPage, type ProviderProblem } from "./login-page.ts";
import { nextOf } from "./next.ts";
import { clientOf, freshSession } from "./sign-in.ts";

/** Holds what a sign-in at the provider began with. Only pages over https have it. */
const COOKIE = "__Host-oidc";
/** How long a session lasts, in milliseconds: those who may no longer sign in at the provider are soon signed out. */
const LASTS_MS: number = DAY_MS;

type Oidc = NonNullable<ServerContext["oidc"]>;

/** `/login/oidc` leads to the provider, which leads back to `/login/callback`. */
export function routeProvider(
  app: FastifyInstance,
  context: ServerContext,
  oidc: Oidc,
  links: () => Links,
): void {
  const { store, session, limiter, clock, log } = context;
  const { provider } = oidc;
  // A program that only looks whether a page is there must not use up a code.
  const options = { config: { isPage: true }, exposeHeadRoute: false } as const;
  const callback = () => new URL("/login/callback", links().url);

  const refused = async (request: FastifyRequest, reply: FastifyReply, why: Refusal, next = "/") => {
    const from = clientAddress(request);
    log.info({ address: from, reason: why.reason ?? why.status }, "a sign-in by the provider failed");
    const isFailure = why.status !== "too_many" && why.status !== "down";
    const isTooMany = why.status === "too_many" || (isFailure && (await limiter.fail(from)));
    if (isFailure && !isTooMany) await store.secrets.noteFailure(why.name ?? null, { from, at: clock() });
    const problem = isTooMany ? TOO_MANY : problemOf(why, provider);
    return loginPage(reply, { next, host: provider.host, problem });
  };

  app.get("/login/oidc", options, async (request, reply) => {
    if (await limiter.isBlocked(clientAddress(request)))
      return refused(request, reply, { status: "too_many" });
    const { next } = request.query as { next?: string | string[] };
    const { cookie, flow } = makeFlow(nextOf(typeof next === "string" ? next : "/"), clock(), store.hmacKey);
    const begun = await provider.begin(flow, callback().href);
    if (begun.status !== "ready") return refused(request, reply, begun, flow.next);
    setSession(reply, COOKIE, true, cookie, FLOW_MS);
    return reply.header("cache-control", "no-store").redirect(begun.url, 303);
  });

  app.get("/login/callback", options, async (request, reply) => {
    if (await limiter.isBlocked(clientAddress(request)))
      return refused(request, reply, { status: "too_many" });
    const answer = callback();
    answer.search = request.url.split("?").slice(1).join("?");
    const flow = readFlow(sessionSecret(request, COOKIE), clock(), store.hmacKey);
    if (flow === undefined || !isFor(flow, answer)) return refused(request, reply, { status: "other_flow" });
    // A sign-in ends once, whatever comes of it.
    setSession(reply, COOKIE, true, undefined);
    const vouched = await provider.finish(answer, flow);
    if (vouched.status !== "vouched") return refused(request, reply, vouched, flow.next);
    const client = clientOf(request, context);
    const fresh = freshSession("provider", client, context, LASTS_MS);
    const { name, subject } = vouched;
    const sign = { name, subject, newRole: oidc.newRole ?? null };
    const by = { from: client.from, at: clock() };
    const signed = await store.secrets.signInBySubject(sign, fresh.session, by);
    if (signed.status !== "signed_in")
      return refused(request, reply, { status: signed.status, name }, flow.next);
    setSession(reply, session.cookie, session.isSecure, fresh.secret, LASTS_MS);
    return reply.header("cache-control", "no-store").redirect(nextOf(flow.next), 303);
  });
}

/** Whether an answer is to the sign-in that this very browser began. */
function isFor({ state }: Flow, { searchParams }: URL): boolean {
  const [sent, ...more] = searchParams.getAll("state");
  return sent === state && more.length === 0;
}

interface Refusal {
  readonly status:
    | Exclude<Vouched["status"], "vouched">
    | Exclude<SubjectSignedIn["status"], "signed_in">
    | "other_flow"
    | "too_many";
  /** A code for the log. */
  readonly reason?: string;
  readonly name?: string;
}

const TOO_MANY: ProviderProblem = {
  words: "Too many attempts. Wait a minute, then try again.",
  status: 429,
};

/** In plain words of this server: what the provider says of an error is never shown. */
function problemOf(
  { status, name = "" }: Refusal,
  { host, claim }: { readonly host: string; readonly claim: string },
): ProviderProblem {
  switch (status) {
    case "too_many":
      return TOO_MANY;
    case "down":
      return {
        words: `${host} does not answer as it should. Sign in another way, or try again later.`,
        status: 503,
      };
    case "other_flow":
      return { words: "This sign-in took too long or began in another browser. Try again.", status: 400 };
    case "refused":
      return { words: `${host} did not sign you in. Try again, or ask an admin.`, status: 401 };
    case "not_accepted":
      return {
        words: `The answer of ${host} could not be accepted. Try again; if it stays so, ask an admin to look at the log.`,
        status: 401,
      };
    case "no_name":
      return {
        words: `${host} did not say who you are: its answer has no usable ${claim}. Ask an admin.`,
        status: 403,
      };
    case "unverified_email":
      return {
        words: `${host} has not verified your email address. Verify it there, then try again.`,
        status: 403,
      };
    case "unknown":
      return { words: `Nobody here is called ${name}. Ask an admin to add you by this name.`, status: 403 };
    case "other_subject":
      return {
        words: `${name} signs in here in another way. If that is you, do so; if not, ask an admin.`,
        status: 403,
      };
  }
}
