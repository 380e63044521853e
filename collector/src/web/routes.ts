import type { FastifyInstance } from "fastify";
import type { Links } from "../admin/index.ts";
import type { ServerContext } from "../server/index.ts";
import { routeAlerts } from "./alerts/index.ts";
import { routeMachine } from "./machine/index.ts";
import { routeMachines } from "./machines/index.ts";
import { routeSettings } from "./settings/index.ts";
import { routePassword, routeSignIn } from "./sign-in/index.ts";
import { routeAssets, sitePages } from "./site/index.ts";

/** A form of the pages is shorter, in bytes. */
const MAX_FORM_BYTES = 16 * 1024;

/** The pages for people. @param links how machines reach the collector */
export function routePages(app: FastifyInstance, context: ServerContext, links: () => Links): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, readForm(String(body))),
  );
  routeAssets(app);
  routeSignIn(app, context, links);
  const pages = sitePages(app, context);
  pages.show("/");
  routeMachines(pages, links);
  routeMachine(pages, links);
  pages.show("/limits");
  routePassword(pages, context);
  routeSettings(pages, context, links);
  routeAlerts(pages, context.alerts);
}

/** No database takes a NUL in a text, so it becomes U+FFFD, as a lone surrogate does. */
function readForm(body: string): URLSearchParams {
  return new URLSearchParams(body.replaceAll("\0", "\uFFFD").replaceAll("%00", "%EF%BF%BD"));
}
