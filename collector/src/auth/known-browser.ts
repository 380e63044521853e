import { randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "../../../src/base/durations.ts";
import { hmac } from "./secrets.ts";

/** How long a browser is known after somebody signed in with it, in milliseconds. */
export const KNOWN_MS: number = 365 * DAY_MS;
const RANDOM_BYTES = 16;

/**
 * What a browser keeps once somebody signed in with it. It signs nobody in: guesses with it are counted apart from those of strangers,
 * so that no stranger can use up an account's attempts. Signed and not stored, so that any process on this database knows it.
 */
export function makeKnownBrowser(name: string, at: number, key: Buffer): string {
  const start = `${randomBytes(RANDOM_BYTES).toString("base64url")}.${at + KNOWN_MS}`;
  return `${start}.${signatureOf(start, name, key)}`;
}

/** Which browser of a person it is; `undefined` if that person did not sign in with it, or too long ago. */
export function knownBrowser(cookie: string, name: string, at: number, key: Buffer): string | undefined {
  const [, start, id, expiresAt, signature = ""] =
    /^(([\w-]{22})\.(\d{1,15}))\.([\w-]{43})$/.exec(cookie) ?? [];
  if (start === undefined || Number(expiresAt) <= at) return undefined;
  const expected = Buffer.from(signatureOf(start, name, key));
  return timingSafeEqual(expected, Buffer.from(signature)) ? id : undefined;
}

function signatureOf(start: string, name: string, key: Buffer): string {
  return hmac(`known browser ${start} ${name}`, key);
}
