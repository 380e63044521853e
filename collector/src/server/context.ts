import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Log } from "../../../src/base/edges.ts";
import type { FailureLimiter } from "../auth/index.ts";
import type { Store } from "../store/index.ts";
import type { PushCounts } from "./push-counts.ts";

/** What the routes work with. */
export interface ServerContext {
  readonly store: Store;
  readonly limiter: FailureLimiter;
  readonly pushes: PushCounts;
  /** The cookie of a session: its name, and whether it needs https. */
  readonly session: { readonly cookie: string; readonly isSecure: boolean };
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The address a request came from: behind a trusted proxy, the one that the proxy names. */
export function clientAddress(request: FastifyRequest): string {
  const named = request.ip;
  return isIP(named) === 0 ? (request.socket.remoteAddress ?? "local") : named;
}

/** The bearer token of a request; empty if there is none. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}

/** A browser sends a cookie of this name over https only, and to this very name. */
export const SECURE_SESSION = { cookie: "__Host-session", isSecure: true } as const;
/** For the pages on this machine, over plain HTTP. */
export const LOCAL_SESSION = { cookie: "session", isSecure: false } as const;

/** The secret in the cookie of a session; empty if there is none. */
export function sessionSecret({ headers }: FastifyRequest, cookie: string): string {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([name]) => name === cookie)?.[1] ?? "";
}
