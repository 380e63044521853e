/**
 * `down`: the provider does not answer, or not as one. `refused`: it did not sign the person in. `not_accepted`: what came is
 * not an answer to this sign-in.
 */
export interface ProviderFailure {
  readonly status: "down" | "refused" | "not_accepted";
  /** A code for the log, never the provider's words. */
  readonly reason: string;
}

/** Codes of answers that are none of a provider. */
const NO_PROVIDER: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_PARSE_ERROR",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_MISSING_SERVER_METADATA",
  "OAUTH_INVALID_SERVER_METADATA",
]);

/** What an error of the library means. Throws what it does not know. */
export function providerFailure(error: unknown): ProviderFailure {
  // `fetch` says so of every failed connection.
  if (error instanceof TypeError && error.cause !== undefined)
    return { status: "down", reason: codeOf(error.cause) };
  if (!(error instanceof Error) || !/^OAUTH_[A-Z_]+$/.test(codeOf(error))) throw error;
  const code = codeOf(error);
  // The code of an error that the provider answered with, such as `invalid_client` for a wrong secret.
  const named = "error" in error && typeof error.error === "string" ? error.error : "";
  const reason = /^[a-z_]{1,64}$/.test(named) ? named : code;
  if (NO_PROVIDER.has(code)) return { status: "down", reason };
  return { status: code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR" ? "refused" : "not_accepted", reason };
}

function codeOf(error: unknown): string {
  const isCoded = typeof error === "object" && error !== null && "code" in error;
  return isCoded && typeof error.code === "string" ? error.code : "unknown";
}
