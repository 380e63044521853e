import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../../src/base/durations.ts";
import { html } from "../../../src/report/index.ts";
import { type InviteLine, type Links, runOperation } from "../admin/index.ts";
import type { ServerContext } from "../server/index.ts";
import { routeAlerts } from "./alerts/index.ts";
import { overview } from "./overview/index.ts";
import { routeSettings } from "./settings/index.ts";
import { routePassword, routeSignIn } from "./sign-in/index.ts";
import { routeAssets, type SitePages, sitePages } from "./site/index.ts";

/** The pages for people. @param links how machines reach the collector */
export function routePages(app: FastifyInstance, context: ServerContext, links: () => Links): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  routeAssets(app);
  routeSignIn(app, context);
  const pages = sitePages(app, context);
  pages.get("/", "view", overview, { parameters: ["unit"], isExported: true });
  routePassword(pages, context);
  routeSettings(pages, context, links);
  routeAlerts(pages, context.alerts);
  routeInvite(pages, links);
}

/** The line to paste on a machine. It is shown once. */
function routeInvite(pages: SitePages, links: () => Links): void {
  pages.post("/invite", "change", async (_form, { store, now, actor: person }) => {
    const given = { uses: 1, ttlMs: HOUR_MS };
    const made = await runOperation("invite", given, { store, links: links(), now, person });
    if (made.status === "refused") throw new Error(`an invitation was refused: ${made.message}`);
    const { line } = made.result as InviteLine;
    const body = html`<section class="card start"><p>Paste this into a shell on the machine. It works once, for 1 hour, and is not shown again.</p>
<pre><code>agent-usage join '${line}'</code></pre>
<p><a href="/">Back to the overview</a></p></section>`;
    return { status: "page", title: "Add a machine", body };
  });
}
