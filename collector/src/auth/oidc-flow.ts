import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "../../../src/base/durations.ts";
import { hmac } from "./secrets.ts";

/** How long someone may take at the provider, in milliseconds. */
export const FLOW_MS: number = 10 * MINUTE_MS;
const RANDOM_BYTES = 32;
/** Browsers drop cookies that are longer than 4,096 bytes. */
const MAX_NEXT = 2_000;

/** A sign-in that a provider was asked for, and that ends in the browser that began it. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
  /** Where to go afterwards. */
  readonly next: string;
}

/** @returns the flow, and the cookie that the browser keeps meanwhile */
export function makeFlow(
  next: string,
  at: number,
  key: Buffer,
): { readonly cookie: string; readonly flow: Flow } {
  const where = next.length > MAX_NEXT ? "/" : next;
  const random = randomBytes(RANDOM_BYTES).toString("base64url");
  const cookie = `${random}.${at + FLOW_MS}.${Buffer.from(where).toString("base64url")}`;
  return { cookie, flow: flowOf(cookie, where, key) };
}

/** The flow of a cookie; `undefined` if there is none or it took too long. A cookie that was changed has another state. */
export function readFlow(cookie: string, at: number, key: Buffer): Flow | undefined {
  const [, expiresAt, next = ""] = /^[\w-]{43}\.(\d{1,15})\.([\w-]*)$/.exec(cookie) ?? [];
  if (expiresAt === undefined || Number(expiresAt) <= at) return undefined;
  return flowOf(cookie, Buffer.from(next, "base64url").toString(), key);
}

/** Derived with the store's key, so that any process on this database can end the flow, and the cookie alone cannot. */
function flowOf(cookie: string, next: string, key: Buffer): Flow {
  const [state = "", nonce = "", verifier = ""] = ["state", "nonce", "verifier"].map((part) =>
    hmac(`oidc ${part} ${cookie}`, key),
  );
  return { state, nonce, verifier, next };
}
