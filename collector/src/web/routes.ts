import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../../src/base/durations.ts";
import { html } from "../../../src/report/index.ts";
import { type InviteLine, type Links, runOperation } from "../admin/index.ts";
import { isAllowed } from "../auth/index.ts";
import { callerOf, clientAddress, refuse, type ServerContext } from "../server/index.ts";
import { LOGIN_SCRIPT, STYLE_SHEET } from "./assets.ts";
import { routeLogin } from "./login.ts";
import { overview } from "./overview/index.ts";
import { sendPage } from "./page.ts";
import { isFromHere } from "./session.ts";

/** The pages for people. @param links how machines reach the collector */
export function routePages(app: FastifyInstance, context: ServerContext, links: () => Links): void {
  const { store, clock, session } = context;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.get("/assets/style.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(STYLE_SHEET),
  );
  app.get("/assets/login.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(LOGIN_SCRIPT),
  );
  routeLogin(app, context);

  app.get("/", async (request, reply) => {
    const caller = await callerOf(request, context);
    if (caller.kind !== "person") return reply.redirect("/login", 303);
    return sendPage(reply, { ...(await overview(store, clock())), isSignedIn: true });
  });

  app.post("/invite", async (request, reply) => {
    if (!isFromHere(request, session.isSecure)) return refuse(reply, "forbidden");
    const caller = await callerOf(request, context);
    if (caller.kind !== "person" || !isAllowed(caller, "change")) return refuse(reply, "invalid_token");
    const given = { uses: 1, ttlMs: HOUR_MS };
    const made = await runOperation("invite", given, {
      store,
      links: links(),
      now: clock(),
      person: { who: caller.name, from: clientAddress(request) },
    });
    if (made.status === "refused") return refuse(reply, "internal");
    const { line } = made.result as InviteLine;
    const body = html`<section class="card start"><p>Paste this into a shell on the machine. It works once, for 1 hour, and is not shown again.</p>
<pre><code>agent-usage join '${line}'</code></pre>
<p><a href="/">Back to the overview</a></p></section>`;
    return sendPage(reply, { title: "Add a machine", body, isSignedIn: true });
  });
}
