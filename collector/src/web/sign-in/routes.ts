import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Links } from "../../admin/index.ts";
import { hashOf, KNOWN_MS, MAX_NAME_LENGTH, makeKnownBrowser } from "../../auth/index.ts";
import { clientAddress, type ServerContext, sessionSecret } from "../../server/index.ts";
import { setSession } from "../session.ts";
import { fieldOf, formsOnly, fromHereOnly } from "../site/index.ts";
import { loginPage } from "./login-page.ts";
import { nextOf } from "./next.ts";
import { routeProvider } from "./provider.ts";
import { routeShare } from "./share.ts";
import { clientOf, signInByLink, signInByPassword } from "./sign-in.ts";

/** `/login`, `/logout` and `/share`. */
export function routeSignIn(app: FastifyInstance, context: ServerContext, links: () => Links): void {
  const { session } = context;
  const host = context.oidc?.provider.host;
  const config = { isPage: true } as const;
  app.get("/login", { config }, async ({ query }, reply) => {
    const { next } = query as { next?: string | string[] };
    return loginPage(reply, { next: nextOf(typeof next === "string" ? next : "/"), host });
  });
  const onRequest = [fromHereOnly(context), formsOnly];
  app.post("/login", { config, onRequest }, (request, reply) => signIn(request, reply, context));
  app.post("/logout", { config, onRequest }, async (request, reply) => {
    const hash = hashOf("session", sessionSecret(request, session.cookie), context.store.hmacKey);
    const by = { from: clientAddress(request), at: context.clock() };
    if (hash !== undefined) await context.store.secrets.endSession(hash, by);
    setSession(reply, session.cookie, session.isSecure, undefined);
    return reply.redirect("/login", 303);
  });
  routeShare(app, context);
  if (context.oidc !== undefined) routeProvider(app, context, context.oidc, links);
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  context: ServerContext,
): Promise<FastifyReply> {
  const { session, store, clock } = context;
  const client = clientOf(request, context);
  const field = (name: string) => fieldOf(request.body, name);
  const next = nextOf(field("next") || "/");
  const name = field("name").trim().normalize("NFC");
  const code = field("code").trim();
  const signed =
    code === "" && name !== "" && name.length <= MAX_NAME_LENGTH
      ? await signInByPassword(name, field("password"), client, context)
      : await signInByLink(code, client, context);
  switch (signed.status) {
    case "signed_in":
      setSession(reply, session.cookie, session.isSecure, signed.secret);
      setSession(
        reply,
        session.known,
        session.isSecure,
        makeKnownBrowser(signed.name, clock(), store.hmacKey),
        KNOWN_MS,
      );
      return reply.redirect(signed.isInvitation ? "/password" : next, 303);
    case "wrong":
    case "too_many":
    case "busy":
      context.log.info({ address: clientAddress(request) }, "a sign-in failed");
      return loginPage(reply, { next, name, failure: signed, host: context.oidc?.provider.host });
  }
}
