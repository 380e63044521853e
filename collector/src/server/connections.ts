import type http from "node:http";
import { MINUTE_MS } from "../../../src/base/durations.ts";
import type { Log } from "../../../src/base/edges.ts";

/**
 * The most connections open at once. Machines of a fleet of 100,000 that all return within 15 minutes need a few hundred; 5,000
 * that say nothing take some 150 MB.
 */
const MAX_CONNECTIONS = 5_000;

/**
 * Limits the connections that are open at once, so that nobody can fill the memory with them. At the limit, new ones are closed, and
 * so are those between two requests: who still has something to say connects again.
 */
export function limitConnections(
  server: Pick<http.Server, "maxConnections" | "on" | "closeIdleConnections">,
  log: Pick<Log, "warn">,
  most: number = MAX_CONNECTIONS,
): void {
  server.maxConnections = most;
  let saidAt = Number.NEGATIVE_INFINITY;
  server.on("drop", () => {
    server.closeIdleConnections();
    const now = performance.now();
    if (now - saidAt < MINUTE_MS) return;
    saidAt = now;
    log.warn({ connections: most }, "too many connections are open: new ones are closed");
  });
}
