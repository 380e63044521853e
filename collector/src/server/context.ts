import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Log } from "../../../src/base/edges.ts";
import type { Alerts } from "../alerts/index.ts";
import type { FailureLimiter, Passwords, Provider } from "../auth/index.ts";
import type { Role, Store } from "../store/index.ts";
import type { Make } from "./making.ts";
import type { PushCounts } from "./push-counts.ts";

/** The cookies of sessions: their names, and whether they need https. */
export interface SessionCookies {
  readonly cookie: string;
  /** Of those who have a link that shows one page. */
  readonly share: string;
  /** Of a browser that somebody signed in with before. It is no session. */
  readonly known: string;
  readonly isSecure: boolean;
}

/** What the routes work with. */
export interface ServerContext {
  readonly store: Store;
  /** By address. */
  readonly limiter: FailureLimiter;
  /** By account. */
  readonly accounts: FailureLimiter;
  readonly passwords: Passwords;
  readonly pushes: PushCounts;
  readonly alerts: Alerts;
  /** Makes pages and other answers that take long. */
  readonly make: Make;
  readonly session: SessionCookies;
  /** In which header a trusted proxy names who is signed in, and the role of those whom nobody added. */
  readonly proxyUser?: { readonly header: string; readonly role: Role | undefined } | undefined;
  /** The OpenID Connect provider that signs people in, and the role of those whom nobody added. */
  readonly oidc?: { readonly provider: Provider; readonly newRole: Role | undefined } | undefined;
  /** How many days are kept; all of them without it. */
  readonly retention?: number | undefined;
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
export const SECURE_SESSION: SessionCookies = {
  cookie: "__Host-session",
  share: "__Host-share",
  known: "__Host-known",
  isSecure: true,
};
/** For the pages on this machine, over plain HTTP. */
export const LOCAL_SESSION: SessionCookies = {
  cookie: "session",
  share: "share",
  known: "known",
  isSecure: false,
};

/** The secret in the cookie of a session; empty if there is none. */
export function sessionSecret({ headers }: FastifyRequest, cookie: string): string {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return pairs.find(([name]) => name === cookie)?.[1] ?? "";
}
