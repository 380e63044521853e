import type http from "node:http";
import type { Socket } from "node:net";
import { MINUTE_MS } from "../../../src/base/durations.ts";
import type { Log } from "../../../src/base/edges.ts";

/**
 * The most connections open at once. Machines of a fleet of 100,000 that all return within 15 minutes need a few hundred; 5,000
 * that say nothing take some 150 MB.
 */
const MAX_CONNECTIONS = 5_000;

/** How much of that one address may have: one that takes all it can leaves room for others. */
const SHARE = 1 / 4;

export interface ConnectionLimit {
  /** The most connections open at once. */
  readonly most?: number | undefined;
  /** Whether an address is a proxy, through which all others come. */
  readonly isProxy: (address: string | undefined) => boolean;
}

/**
 * Limits the connections that are open at once, over all and from one address, so that nobody can fill the memory with them or keep
 * others out. At the limit, new ones are closed, and so are those between two requests: who still has something to say connects again.
 */
export function limitConnections(
  server: Pick<http.Server, "maxConnections" | "on" | "closeIdleConnections">,
  log: Pick<Log, "warn">,
  { most = MAX_CONNECTIONS, isProxy }: ConnectionLimit,
): void {
  server.maxConnections = most;
  const mostOfOne = Math.ceil(most * SHARE);
  const open = new Map<string, number>();
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (words: string) => {
    const now = performance.now();
    if (now - saidAt < MINUTE_MS) return;
    saidAt = now;
    log.warn({ connections: most }, words);
  };
  server.on("drop", () => {
    server.closeIdleConnections();
    say("too many connections are open: new ones are closed");
  });
  server.on("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const own = (open.get(remoteAddress) ?? 0) + 1;
    open.set(remoteAddress, own);
    socket.once("close", () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left === 0) open.delete(remoteAddress);
      else open.set(remoteAddress, left);
    });
    if (own <= mostOfOne) return;
    socket.destroy();
    say("one address has too many connections open: its new ones are closed");
  });
}
