import assert from "node:assert/strict";
import { join } from "node:path";
import { alertsOn } from "../../../test/support/alerts.ts";
import { type Cleanup, temporaryFolder } from "../../../test/support/folder.ts";
import { FailureLimiter, Passwords, Provider } from "../../src/auth/index.ts";
import { type Asked, answerRead, collectorApp, PushCounts, SECURE_SESSION } from "../../src/server/index.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { makePage, routePages } from "../../src/web/index.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** The collector's server on a store, with a clock of the test's own. It listens on no port: requests are injected. */
export function serverOn(store: Store, clock: () => number = Date.now): ReturnType<typeof collectorApp> {
  const context = {
    store,
    limiter: FailureLimiter.ofAddresses(),
    accounts: FailureLimiter.ofAccounts(),
    passwords: new Passwords(),
    oidc: {
      provider: new Provider(
        { issuer: "https://localhost", clientId: "", clientSecret: "", claim: "" },
        Date.now,
      ),
      newRole: undefined,
    },
    pushes: new PushCounts(),
    alerts: alertsOn(store, { clock }),
    make: (asked: Asked) => (asked.kind === "page" ? makePage(store, asked) : answerRead(store, asked)),
    session: SECURE_SESSION,
    log,
    clock,
  };
  const app = collectorApp(context, {});
  routePages(app, context, () => ({ url: "https://localhost", fingerprint: null, local: null }));
  return app;
}

/** Every route of the collector's server, such as `GET /login`, from the server itself. */
export async function routesOf(t: Cleanup): Promise<string[]> {
  const opened = await openStore({
    database: `sqlite:${join(await temporaryFolder(t), "collector.db")}`,
    makeAuthority: async () => ({ certificate: "", key: "" }),
  });
  assert.ok(opened.status === "open");
  const app = serverOn(opened.store);
  await app.ready();
  const tree = app.printRoutes({ commonPrefix: false });
  await app.close();
  await opened.store.close();
  return routesIn(tree);
}

/** Reads Fastify's drawing of its routes. A line is indented by four characters more than the one above it. */
function routesIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods] = /^([ │├└─]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4 - 1;
    above.splice(depth, above.length, part);
    const path = above.slice(0, depth + 1).join("");
    const named = methods?.split(", ").filter((method) => method !== "HEAD") ?? [];
    return named.map((method) => `${method} ${path}`);
  });
}
