import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "../../../src/base/durations.ts";

/** How long a session lasts, in milliseconds. */
export const SESSION_MS: number = 30 * DAY_MS;
const MAX_BROWSER = 256;

/** Whether a form comes from a page of this very server: an unsafe request must say so (its `Origin`). */
export function isFromHere({ headers, protocol }: FastifyRequest, isSecure: boolean): boolean {
  const scheme = isSecure ? "https" : protocol;
  return headers.host !== undefined && headers.origin === `${scheme}://${headers.host}`;
}

/** What the browser of a request calls itself. */
export function browserOf({ headers }: FastifyRequest): string | null {
  return headers["user-agent"]?.slice(0, MAX_BROWSER) ?? null;
}

/**
 * Sets the cookie of a session, or takes it away. Over plain HTTP, browsers share it with other programs on the same name;
 * `SameSite=Strict` keeps their pages from using it.
 * @param secret undefined to take it away
 * @param lastsMs how long the browser keeps it, in milliseconds
 */
export function setSession(
  reply: FastifyReply,
  cookie: string,
  isSecure: boolean,
  secret: string | undefined,
  lastsMs: number = SESSION_MS,
): void {
  const age = secret === undefined ? 0 : Math.floor(lastsMs / 1000);
  const site = isSecure ? "Secure; SameSite=Lax" : "SameSite=Strict";
  reply.header("set-cookie", `${cookie}=${secret ?? ""}; Path=/; HttpOnly; ${site}; Max-Age=${age}`);
}
