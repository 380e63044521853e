import { constants } from "node:fs";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { readPushToken } from "../../push/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { settingName } from "./fixes.ts";
import { inspect } from "./inspect.ts";
import { judgePushToken, type PushTokenFacts, withoutToken } from "./push-token.ts";

export interface CollectorFacts extends PushTokenFacts {
  readonly baseUrl: string | undefined;
  /** The result of a connection; `code` is the system's or TLS's. */
  readonly reached:
    | { readonly status: "ok" }
    | { readonly status: "failed"; readonly code: string }
    | undefined;
  /** Whether pushes use a proxy. The connection here does not. */
  readonly hasProxy: boolean;
}

/** Connects to the collector and reads the push token's file, but does not keep the token. */
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
const SETTING = settingName("baseUrl");

/** Opens a TLS connection with the certificate checked and sends no request, so no token is sent. */
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
  // A beat reads the token's file even if it pushes nothing.
  const none = ok("collector", "none set: nothing is pushed");
  return tokenFile === undefined ? [none] : [none, ...judgePushToken(facts)];
}

function judgeReach({ reached, hasProxy }: CollectorFacts, host: string): Check {
  if (reached === undefined || reached.status === "ok") return ok("collector", `${host} answers over TLS`);
  const { code } = reached;
  if (hasProxy) {
    const message = `${host} cannot be reached directly (${code}); pushes use the proxy, which doctor does not test`;
    return warning("collector", message, "check the result of the last push");
  }
  const [what, fix] = explain(code);
  return failure("collector", `${host} ${what} (${code})`, fix);
}

/** What is wrong, for use after the host's name, and the fix. */
function explain(code: string): [string, string] {
  if (/^(ENOTFOUND|EAI_)/.test(code)) return ["cannot be found", `check ${SETTING} and the network`];
  if (/^ERR_SSL|^EPROTO$/.test(code)) {
    return ["was reached, but does not speak TLS", `check ${SETTING} and its port`];
  }
  if (/EXPIRED/.test(code)) return ["was reached, but its certificate has expired", "renew the certificate"];
  if (/ALTNAME/.test(code)) {
    return [
      "was reached, but its certificate is for another name",
      `set ${SETTING} to that name, or renew the certificate`,
    ];
  }
  if (/CERT|SIGN|ISSUER|_CA\b|^ERR_TLS/.test(code)) {
    return [
      "was reached, but its certificate is not trusted",
      "add its authority to NODE_EXTRA_CA_CERTS, or renew the certificate",
    ];
  }
  return ["cannot be reached", `check the collector, the network and ${SETTING}`];
}
