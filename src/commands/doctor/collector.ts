import { constants } from "node:fs";
import { connect } from "node:tls";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { tlsAddress } from "../../base/net/tls-address.ts";
import { collectorCaFailure } from "../../failures/index.ts";
import { type CollectorCa, readCollectorCa, readPushToken } from "../../push/index.ts";
import type { Settings } from "../../settings/index.ts";
import { proxyVariable } from "../../settings/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { settingName } from "./fixes.ts";
import { inspect } from "./inspect.ts";
import { judgePushToken, type PushTokenFacts, withoutToken } from "./push-token.ts";

export interface CollectorFacts extends PushTokenFacts {
  readonly baseUrl: string | undefined;
  /** The authority that alone vouches for it, without its text. */
  readonly ca: Exclude<CollectorCa, { readonly status: "ok" }> | { readonly status: "ok" };
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
  {
    baseUrl,
    pushTokenFile: tokenPath,
    collectorCa,
  }: Partial<Pick<Settings, "baseUrl" | "pushTokenFile" | "collectorCa">>,
  env: Env,
  timeoutMs: number = TIMEOUT_MS,
): Promise<CollectorFacts> {
  const ca = await readCollectorCa(collectorCa);
  const isUsable = ca.status === "ok" || ca.status === "none";
  const pem = ca.status === "ok" ? ca.pem : undefined;
  return {
    baseUrl,
    ca: ca.status === "ok" ? { status: "ok" } : ca,
    reached: baseUrl === undefined || !isUsable ? undefined : await reach(new URL(baseUrl), timeoutMs, pem),
    hasProxy: proxyVariable(env) !== undefined,
    token: withoutToken(await readPushToken(tokenPath, env)),
    tokenFile:
      tokenPath === undefined
        ? undefined
        : { path: tokenPath, info: await inspect(tokenPath, constants.R_OK) },
  };
}

const TIMEOUT_MS = 10_000;
const SETTING = settingName("baseUrl");
const CA_SETTING = settingName("collectorCa");

/** Opens a TLS connection with the certificate checked and sends no request, so no token is sent. */
function reach(
  url: URL,
  timeoutMs: number,
  ca: string | undefined,
): Promise<NonNullable<CollectorFacts["reached"]>> {
  return new Promise((resolve) => {
    const socket = connect({
      ...tlsAddress(url),
      ...(ca !== undefined && { ca }),
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
  const { baseUrl, ca, tokenFile } = facts;
  if (ca.status === "unreadable" || ca.status === "malformed") {
    const { what, fix } = collectorCaFailure(ca.status, ca.status === "unreadable" ? ca.code : undefined);
    return [failure("collector", what, fix ?? `check ${CA_SETTING}`), ...judgePushToken(facts)];
  }
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
      `if it has an authority of its own, set ${CA_SETTING} to that; otherwise renew the certificate`,
    ];
  }
  return ["cannot be reached", `check the collector, the network and ${SETTING}`];
}
