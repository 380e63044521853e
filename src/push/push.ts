import { vendor } from "#vendor";
import type { Fetch } from "../base/edges.ts";
import { Deadline } from "../base/net/deadline.ts";
import { requestFailure } from "../base/net/failure.ts";
import { defaultFetch, discard } from "../base/net/request.ts";
import { VERSION } from "../base/version.ts";
import type { Snapshot } from "../contract/index.ts";

/** The timeout of the whole call, in milliseconds. */
export const PUSH_TIMEOUT_MS = 10_000;
/** The largest body that is sent, in bytes (rule PUSH-4). */
export const MAX_PUSH_BYTES = 64 * 1024;

export type PushResult =
  | { readonly status: "delivered"; readonly httpStatus: number }
  | { readonly status: "refused"; readonly reason: "not_https" | "too_large" }
  | {
      readonly status: "failed";
      readonly reason: "timeout" | "network" | "aborted" | "no_ca" | `http_${number}`;
    };

export interface PushOptions {
  /** The collector's URL; `/agent-usage` is added to its path. */
  readonly baseUrl: string;
  readonly snapshot: Snapshot;
  /** The collector's token. The vendor's access token is never passed here (rule SAFETY-2). */
  readonly token?: string | undefined;
  /** @default one request over `node:https` */
  readonly fetch?: Fetch;
  /** For the whole call, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one snapshot, once (rules PUSH-2, PUSH-9). Never rejects: the next push sends everything again. */
export async function pushSnapshot({
  baseUrl,
  snapshot,
  token,
  fetch = defaultFetch(),
  timeoutMs = PUSH_TIMEOUT_MS,
  signal,
}: PushOptions): Promise<PushResult> {
  const url = pushUrl(baseUrl);
  if (url === undefined) return { status: "refused", reason: "not_https" };
  const body = JSON.stringify(snapshot);
  if (Buffer.byteLength(body) > MAX_PUSH_BYTES) return { status: "refused", reason: "too_large" };

  const deadline = new Deadline(timeoutMs, signal);
  try {
    const response = await deadline.race(() =>
      fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": `${vendor.program}/${VERSION}`,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body,
        redirect: "error",
        signal: deadline.signal,
      }),
    );
    discard(response.body);
    const { status } = response;
    return status >= 200 && status <= 299
      ? { status: "delivered", httpStatus: status }
      : { status: "failed", reason: `http_${status}` };
  } catch (error) {
    return { status: "failed", reason: signal?.aborted ? "aborted" : requestFailure(error) };
  } finally {
    deadline.clear();
  }
}

function pushUrl(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  if (url.protocol !== "https:") return undefined;
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/agent-usage`;
  return url.href;
}
