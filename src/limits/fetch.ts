import { vendor } from "#vendor";
import type { AnyEnv, Fetch } from "../base/edges.ts";
import { isNonEmptyString, parseJson } from "../base/json.ts";
import { Deadline } from "../base/net/deadline.ts";
import { requestFailure } from "../base/net/failure.ts";
import { defaultFetch, discard } from "../base/net/request.ts";
import type { Item, LimitsResult } from "../contract/index.ts";
import { areLimitsOff, defaultCredentialsPath } from "../settings/index.ts";
import { readBody } from "./body.ts";
import { isExpired, readCredentials, readCredentialsFile } from "./credentials.ts";
import { parseUsage } from "./parse.ts";

/** The only URL that the access token is sent to. Nothing changes it (rule SAFETY-2). */
export const USAGE_URL: string = vendor.usageUrl;
/** The beta header's value. */
export const OAUTH_BETA: string = vendor.betaHeader.value;
/** The timeout of the whole call, including the body, in milliseconds. */
export const LIMITS_TIMEOUT_MS = 10_000;

/** This many UTF-16 units identify a token. A shorter one could be a word in any text. */
const TOKEN_PREFIX = 8;

/** The values of `detail`, except for `http_<status>` (rule LIMITS-2). */
export const DETAILS = Object.freeze([
  "no_credentials",
  "parse_error",
  "no_version",
  "timeout",
  "network",
  "bad_response",
] as const);
export type Detail = (typeof DETAILS)[number] | `http_${number}`;

export interface FetchLimitsOptions {
  /** Only `AGENT_USAGE_LIMITS` is read. */
  readonly env?: AnyEnv;
  /** @default defaultCredentialsPath() */
  readonly credentialsPath?: string;
  /** Returns a file's text. It must only read. */
  readonly readFile?: (path: string) => Promise<string> | string;
  /** @default one request over `node:https` */
  readonly fetch?: Fetch;
  /** The coding agent's version. Without one no call is made. */
  readonly claudeCodeVersion?: string | null;
  /** Epoch milliseconds. @default Date.now() */
  readonly now?: number;
  /** For the whole call, in milliseconds. @default LIMITS_TIMEOUT_MS */
  readonly timeoutMs?: number;
  /** Ends the call early, with the same result as a timeout. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks once how much of the plan is used (rules FETCH-1 to FETCH-9). Never retries, never rejects: every failure is a
 * result with a `status`, a `detail` from the closed list, and no items.
 */
export async function fetchLimits({
  env = process.env,
  credentialsPath,
  readFile: read = readCredentialsFile,
  fetch = defaultFetch(),
  claudeCodeVersion = null,
  now = Date.now(),
  timeoutMs = LIMITS_TIMEOUT_MS,
  signal,
}: FetchLimitsOptions = {}): Promise<LimitsResult> {
  if (areLimitsOff(env)) return failure("disabled");

  const credentials = await readCredentials(credentialsPath ?? defaultCredentialsPath(), read);
  if (credentials.status === "failed") return failure("unavailable", credentials.detail);
  const { accessToken, expiresAt } = credentials;
  if (isExpired(expiresAt, now)) return failure("token_expired");
  if (!isNonEmptyString(claudeCodeVersion)) return failure("unavailable", "no_version");

  const deadline = new Deadline(timeoutMs, signal);
  try {
    const response = await deadline.race(() =>
      fetch(USAGE_URL, {
        method: "GET",
        headers: {
          Authorization: `Bearer ${accessToken}`,
          [vendor.betaHeader.name]: OAUTH_BETA,
          "User-Agent": `${vendor.userAgentPrefix}${claudeCodeVersion}`,
          Accept: "application/json",
        },
        redirect: "error",
        signal: deadline.signal,
      }),
    );
    const { status } = response;
    if (!(Number.isInteger(status) && status >= 200 && status <= 299)) {
      discard(response.body);
      return failure("http_error", statusDetail(status));
    }
    const text = await readBody(response, deadline);
    const items = text === undefined ? [] : parseUsage(parseJson(text));
    if (items.length === 0 || hasToken(items, accessToken)) return failure("unavailable", "bad_response");
    return { status: "ok", fetchedAt: new Date(now).toISOString(), items };
  } catch (error) {
    return failure("unavailable", requestFailure(error));
  } finally {
    deadline.clear();
  }
}

/** Whether the items contain the access token, even truncated (rule SAFETY-6). Items are saved and pushed. */
function hasToken(items: readonly Item[], accessToken: string): boolean {
  if (accessToken.length < TOKEN_PREFIX) return false;
  const start = accessToken.slice(0, TOKEN_PREFIX);
  return items.some((item) =>
    Object.values(item).some((value) => typeof value === "string" && value.includes(start)),
  );
}

function failure(status: LimitsResult["status"], detail?: Detail): LimitsResult {
  return { status, ...(detail !== undefined && { detail }), fetchedAt: null, items: [] };
}

function statusDetail(status: number): Detail {
  return Number.isInteger(status) && status >= 100 && status <= 599 ? `http_${status}` : "bad_response";
}
