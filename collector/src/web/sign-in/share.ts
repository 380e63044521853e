import type { FastifyInstance, FastifyReply } from "fastify";
import { html } from "../../../../src/report/index.ts";
import { hashOf, makeSecret } from "../../auth/index.ts";
import { clientAddress, type ServerContext } from "../../server/index.ts";
import { SESSION_MS, setSession } from "../session.ts";
import { fieldOf, formsOnly, fromHereOnly, sendPage } from "../site/index.ts";

/** `/share`: the code of a link is traded for a session that shows its page, and nothing else. */
export function routeShare(app: FastifyInstance, context: ServerContext): void {
  const { store, session, limiter, clock } = context;
  const config = { isPage: true } as const;
  app.get("/share", { config }, async (_request, reply) => sharePage(reply));
  const onRequest = [fromHereOnly(context), formsOnly];
  app.post("/share", { config, onRequest }, async (request, reply) => {
    const [from, at] = [clientAddress(request), clock()];
    const shareHash = hashOf("share", fieldOf(request.body, "code").trim(), store.hmacKey);
    const { secret, stored } = makeSecret("shareSession", store.hmacKey);
    const fresh = { ...stored, expiresAt: at + SESSION_MS };
    const view =
      shareHash === undefined ? undefined : await store.secrets.openShare(shareHash, fresh, { from, at });
    if (view === undefined) return sharePage(reply, (await limiter.fail(from)) ? 429 : 401);
    const lastsMs = Math.min(view.expiresAt, fresh.expiresAt) - at;
    setSession(reply, session.share, session.isSecure, secret, lastsMs);
    const range = new URLSearchParams({ from: view.from, to: view.to });
    return reply.redirect(`${view.page}?${range.toString()}`, 303);
  });
}

const WORDS = {
  200: undefined,
  401: "This link has expired or was revoked. Ask whoever sent it for a new one.",
  429: "Too many attempts. Wait a minute, then try again.",
} as const;

function sharePage(reply: FastifyReply, status: keyof typeof WORDS = 200): FastifyReply {
  const words = WORDS[status];
  const body = html`<section class="card sign-in">
${words === undefined ? "" : html`<p class="error" role="alert">${words}</p>`}
<p>You were sent a link to one page. It opens by itself; if it does not, paste the part after the # here.</p>
<form method="post" action="/share">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="off" spellcheck="false" autocapitalize="none" required>
<button class="main">Open the page</button>
</form>
</section>`;
  if (status === 429) reply.header("retry-after", "60");
  return sendPage(reply, { title: "A shared page", body, status, script: "login" });
}
