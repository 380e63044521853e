import { constants } from "node:fs";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { readPushToken } from "../../push/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { inspect } from "./inspect.ts";
import { judgePushToken, type PushTokenFacts, withoutToken } from "./push-token.ts";

export interface CollectorFacts extends PushTokenFacts {
  readonly baseUrl: string | undefined;
  /** How a connection went; the system's or TLS's code where it failed. */
  readonly reached:
    | { readonly status: "ok" }
    | { readonly status: "failed"; readonly code: string }
    | undefined;
  /** Whether pushes go by a proxy, which the connection does not. */
  readonly hasProxy: boolean;
}

/** Connects to the collector, reads the push token's file, and keeps nothing of what it says. */
export async function gatherCollector(
  baseUrl: string | undefined,
  tokenPath: string | undefined,
  env: Env,
  timeoutMs: number = TIMEOUT_MS,
): Promise<CollectorFacts> {
  return {
    baseUrl,
    reached: baseUrl === undefined ? undefined : await reach(new URL(baseUrl), timeoutMs),
    hasProxy: env["NODE_USE_ENV_PROXY"] === "1" && Boolean(env["HTTPS_PROXY"] || env["https_proxy"]),
    token: withoutToken(await readPushToken(tokenPath, env)),
    tokenFile:
      tokenPath === undefined
        ? undefined
        : { path: tokenPath, info: await inspect(tokenPath, constants.R_OK) },
  };
}

const TIMEOUT_MS = 10_000;

/** A TLS connection with the certificate checked, and not a byte of a request: no token leaves for this. */
function reach(url: URL, timeoutMs: number): Promise<NonNullable<CollectorFacts["reached"]>> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true,
    });
    const end = (reached: NonNullable<CollectorFacts["reached"]>) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reached);
    };
    const timer = setTimeout(() => end({ status: "failed", code: "ETIMEDOUT" }), timeoutMs);
    socket.on("secureConnect", () => end({ status: "ok" }));
    socket.on("error", (error) => end({ status: "failed", code: errorCode(error) }));
    socket.on("close", () => end({ status: "failed", code: "ECONNRESET" }));
  });
}

export function judgeCollector(facts: CollectorFacts): Check[] {
  const { baseUrl, tokenFile } = facts;
  if (baseUrl !== undefined) return [judgeReach(facts, new URL(baseUrl).host), ...judgePushToken(facts)];
  // A beat reads a token's file that is set also where it pushes nothing.
  const none = ok("collector", "none is set: nothing is pushed");
  return tokenFile === undefined ? [none] : [none, ...judgePushToken(facts)];
}

function judgeReach({ reached, hasProxy }: CollectorFacts, host: string): Check {
  if (reached === undefined || reached.status === "ok") return ok("collector", `${host} answers over TLS`);
  const { code } = reached;
  if (hasProxy) {
    const message = `${host} cannot be reached (${code}) but by the proxy, which is not tried here`;
    return warning("collector", message, "see the last push");
  }
  const [what, fix] = faultOf(code);
  return failure("collector", `${host} ${what} (${code})`, fix);
}

/** What is wrong, to be put after the host, and the fix. */
function faultOf(code: string): [string, string] {
  if (/^(ENOTFOUND|EAI_)/.test(code))
    return ["cannot be found", "see to baseUrl (AGENT_USAGE_BASE_URL), and to the network"];
  if (/^ERR_SSL|^EPROTO$/.test(code))
    return [
      "was reached, and does not speak TLS as it should",
      "see to baseUrl (AGENT_USAGE_BASE_URL) and its port",
    ];
  if (/EXPIRED/.test(code)) return ["was reached, and its certificate has expired", "have it renewed"];
  if (/ALTNAME/.test(code))
    return [
      "was reached, and its certificate is for another name",
      "set baseUrl (AGENT_USAGE_BASE_URL) to the name that it is for, or have it renewed",
    ];
  if (/CERT|SIGN|ISSUER|_CA\b|^ERR_TLS/.test(code))
    return [
      "was reached, and its certificate is not trusted",
      "name its authority in NODE_EXTRA_CA_CERTS, or have it renewed",
    ];
  return ["cannot be reached", "see to the collector, to the network, and to baseUrl (AGENT_USAGE_BASE_URL)"];
}
