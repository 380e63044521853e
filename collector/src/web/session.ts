import type { FastifyReply, FastifyRequest } from "fastify";
import { DAY_MS } from "../../../src/base/durations.ts";

/** How long a session lasts, in milliseconds. */
export const SESSION_MS: number = 30 * DAY_MS;

/** Whether a form comes from a page of this very server: an unsafe request must say so (its `Origin`). */
export function isFromHere({ headers, protocol }: FastifyRequest, isSecure: boolean): boolean {
  const scheme = isSecure ? "https" : protocol;
  return headers.host !== undefined && headers.origin === `${scheme}://${headers.host}`;
}

/**
 * Sets the cookie of a session, or takes it away. Over plain HTTP, browsers share it with other programs on the same name;
 * `SameSite=Strict` keeps their pages from using it.
 * @param secret undefined to take it away
 */
export function setSession(
  reply: FastifyReply,
  cookie: string,
  isSecure: boolean,
  secret: string | undefined,
): void {
  const age = secret === undefined ? 0 : SESSION_MS / 1000;
  const site = isSecure ? "Secure; SameSite=Lax" : "SameSite=Strict";
  reply.header("set-cookie", `${cookie}=${secret ?? ""}; Path=/; HttpOnly; ${site}; Max-Age=${age}`);
}
