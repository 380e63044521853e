import type { FastifyInstance, FastifyReply } from "fastify";
import { html } from "../../../src/report/index.ts";
import { hashOf, makeSecret } from "../auth/index.ts";
import { clientAddress, refuse, type ServerContext, sessionSecret } from "../server/index.ts";
import { isFromHere, SESSION_MS, setSession } from "./session.ts";
import { fieldOf, sendPage } from "./site/index.ts";

/** `/login` and `/logout`. A link's code is traded for a session, once. */
export function routeLogin(app: FastifyInstance, context: ServerContext): void {
  const { store, limiter, clock, session } = context;
  app.get("/login", async (_request, reply) => loginPage(reply));

  app.post("/login", async (request, reply) => {
    if (!isFromHere(request, session.isSecure)) return refuse(reply, "forbidden");
    const from = clientAddress(request);
    const code = fieldOf(request.body, "code").trim();
    const linkHash = hashOf("link", code, store.hmacKey);
    const { secret, stored } = makeSecret("session", store.hmacKey);
    const now = clock();
    const fresh = { ...stored, expiresAt: now + SESSION_MS };
    const person =
      linkHash === undefined ? undefined : await store.secrets.followLink(linkHash, fresh, { from, at: now });
    if (person === undefined) {
      if (limiter.fail(from)) return refuse(reply, "too_many_requests");
      return loginPage(
        reply,
        "This link has expired or was used. Get a new one: agent-usage-collector admin",
      );
    }
    setSession(reply, session.cookie, session.isSecure, secret);
    return reply.redirect("/", 303);
  });

  app.post("/logout", async (request, reply) => {
    if (!isFromHere(request, session.isSecure)) return refuse(reply, "forbidden");
    const hash = hashOf("session", sessionSecret(request, session.cookie), store.hmacKey);
    if (hash !== undefined) await store.secrets.endSession(hash);
    setSession(reply, session.cookie, session.isSecure, undefined);
    return reply.redirect("/login", 303);
  });
}

function loginPage(reply: FastifyReply, error?: string): FastifyReply {
  const body = html`<section class="card sign-in">
${error === undefined ? "" : html`<p class="error" role="alert">${error}</p>`}
<p>Open the link that the collector printed, or paste the part after its # here.</p>
<form method="post" action="/login">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="off" spellcheck="false" required>
<button class="main">Sign in</button>
</form>
<p class="soft">No link? Run <code>agent-usage-collector admin</code> on the collector's machine.</p>
</section>`;
  const status = error === undefined ? 200 : 401;
  return sendPage(reply, { title: "Sign in", body, status, script: "login.js" });
}
