import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import fastify, { type FastifyInstance, type FastifyServerFactory } from "fastify";
import { isIn, parseNetworks } from "../settings/index.ts";
import type { KeyPair } from "../tls/index.ts";
import { acceptJsonOnly, MAX_BODY_BYTES } from "./body.ts";
import { limitConnections } from "./connections.ts";
import type { ServerContext } from "./context.ts";
import { handleFailures, type SendErrorPage } from "./failures.ts";
import { routeHealth } from "./health.ts";
import { routeJoin } from "./join.ts";
import { routeMetrics } from "./metrics.ts";
import { routeOpenApi } from "./openapi.ts";
import { answerOutside } from "./outside.ts";
import { routePush } from "./push.ts";
import { routeReads } from "./reads.ts";
import { refuse } from "./refuse.ts";

/** A request must be complete this soon, in milliseconds. */
const REQUEST_MS = 20_000;
/** How often Node looks for requests that are not. */
const CHECK_MS = 1_000;
/** How long an idle connection is kept, in milliseconds: longer than a proxy keeps its own. */
const KEEP_ALIVE_MS = 75_000;

const ONCE = ["host", "authorization"] as const;

export interface AppOptions {
  /** Without one, plain HTTP is spoken. */
  readonly certificate?: KeyPair | undefined;
  /** Reverse proxies, as addresses and networks. All other peers are refused, except on a Unix socket. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Answers people; without one, they get JSON as programs do. */
  readonly sendErrorPage?: SendErrorPage;
  /** The most connections open at once. */
  readonly maxConnections?: number;
}

/** A server with nothing but limits and the answers to failures. It does not listen yet. */
export function bareApp(
  { log }: Pick<ServerContext, "log">,
  { certificate, trustProxy, sendErrorPage, maxConnections }: AppOptions,
): FastifyInstance {
  const networks = trustProxy && parseNetworks(trustProxy);
  const isProxy = (address: string | undefined) =>
    networks !== undefined && (address === undefined || address === "" || isIn(networks, address));
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: "idle",
    frameworkErrors: (_error, _request, reply) => void refuse(reply, "bad_request"),
    serverFactory: serverFactory(certificate),
    trustProxy: networks === undefined ? false : (address) => isProxy(address),
  });
  limitConnections(app.server, log, { most: maxConnections, isProxy });
  acceptJsonOnly(app);
  handleFailures(app, log, sendErrorPage);
  app.addHook("onRequest", async ({ headers, raw }, reply) => {
    const isHostMissing = headers.host === undefined && raw.httpVersion === "1.1";
    return isHostMissing || isAmbiguous(raw) ? refuse(reply, "bad_request") : undefined;
  });
  if (networks !== undefined) {
    app.addHook("onRequest", async (request, reply) => {
      if (!isProxy(request.socket.remoteAddress)) return refuse(reply, "forbidden");
      return undefined;
    });
  }
  return app;
}

/** The collector's server with its machine and API routes. */
export function collectorApp(context: ServerContext, options: AppOptions): FastifyInstance {
  const app = bareApp(context, options);
  routePush(app, context);
  routeJoin(app, context);
  routeHealth(app, context);
  routeReads(app, context);
  routeMetrics(app, context);
  routeOpenApi(app);
  return app;
}

/** Whether it says twice for whom or from whom it is: a proxy before this server may have believed the other one. */
function isAmbiguous({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return ONCE.some((once) => names.filter((name) => name.toLowerCase() === once).length > 1);
}

function serverFactory(certificate: KeyPair | undefined): FastifyServerFactory {
  const options = {
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Of TLS: who connects and says nothing would stay for two minutes.
    handshakeTimeout: REQUEST_MS,
    // Node's own answer has no body.
    requireHostHeader: false,
  };
  return (handler) => {
    const server =
      certificate === undefined
        ? http.createServer(options, handler)
        : https.createServer({ ...options, cert: certificate.certificate, key: certificate.key }, handler);
    answerOutside(server);
    return server as http.Server;
  };
}
