import { duration } from "../../text/times.ts";
import { type Check, failure, ok } from "./check.ts";

export const CREDENTIALS_ID = "credentials";

/** @param expiresAt as in the credentials. @param now epoch milliseconds */
export function judgeExpiry(expiresAt: unknown, now: number): Check {
  if (typeof expiresAt !== "number" || !Number.isFinite(expiresAt))
    return ok(CREDENTIALS_ID, "the access token has no expiry date");
  const left = expiresAt - now;
  return left > 0
    ? ok(CREDENTIALS_ID, `the access token expires in ${duration(left)}`)
    : failure(
        CREDENTIALS_ID,
        `the access token expired ${duration(left)} ago`,
        "use the coding agent, which renews it",
      );
}
