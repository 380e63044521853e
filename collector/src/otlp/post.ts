import http from "node:http";
import https from "node:https";
import { errorCode } from "../../../src/base/errors.ts";
import type { Otlp } from "../settings/index.ts";

/** How long a request and its answer may take, in milliseconds: the default of OpenTelemetry's SDKs. */
const TIMEOUT_MS = 10_000;
/** How long the receiver may ask to wait, in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** What became of a request. `problem` has words for the log, and nothing that the receiver said. */
export type Posted =
  | { readonly status: "sent" }
  | { readonly status: "again"; readonly problem: string; readonly waitMs: number }
  | { readonly status: "refused"; readonly problem: string }
  | { readonly status: "stopped" };

/** The statuses after which OTLP lets a client send the same again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Sends one request. Follows no redirect, and reads nothing of the answer but its status. Never rejects. */
export function post(
  { url, headers }: Pick<Otlp, "url" | "headers">,
  body: string,
  signal: AbortSignal,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Posted> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ status: "stopped" });
    const { request } = url.startsWith("https:") ? https : http;
    const call = request(url, {
      method: "POST",
      agent: false,
      rejectUnauthorized: true,
    });
    // Not in the options: with NODE_DEBUG, Node prints them, including the secrets.
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
    call.setHeader("content-type", "application/json");
    const stop = () => call.destroy();
    signal.addEventListener("abort", stop, { once: true });
    const end = (posted: Posted) => {
      clearTimeout(late);
      signal.removeEventListener("abort", stop);
      resolve(signal.aborted ? { status: "stopped" } : posted);
      call.destroy();
    };
    const late = setTimeout(
      () => end({ status: "again", problem: "no answer in time", waitMs: 0 }),
      timeoutMs,
    );
    call.on("error", (error) => end({ status: "again", problem: errorCode(error), waitMs: 0 }));
    call.on("response", ({ statusCode = 0, headers: { "retry-after": after = "" } }) => {
      const problem = `HTTP ${statusCode}`;
      if (statusCode >= 200 && statusCode < 300) return end({ status: "sent" });
      if (!PASSING.has(statusCode)) return end({ status: "refused", problem });
      const seconds = /^\d{1,5}$/.test(after) ? Number(after) : 0;
      return end({ status: "again", problem, waitMs: Math.min(MAX_WAIT_MS, seconds * 1_000) });
    });
    call.end(body);
  });
}
