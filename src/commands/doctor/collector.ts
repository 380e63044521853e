import { constants } from "node:fs";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { describeUnread } from "../../base/trusted-file.ts";
import { type PushToken, readPushToken } from "../../push/token.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isOpenToOthers, type Look, lookAt } from "./look.ts";

export interface CollectorFacts {
  readonly baseUrl: string | undefined;
  /** How a connection went; the system's or TLS's code where it failed. */
  readonly reached:
    | { readonly status: "ok" }
    | { readonly status: "failed"; readonly code: string }
    | undefined;
  /** Whether pushes go by a proxy, which the connection does not. */
  readonly hasProxy: boolean;
  /** How the token is, without it. */
  readonly token:
    | { readonly status: "ok" | "none" | "malformed" }
    | { readonly status: "unreadable"; readonly code: string };
  /** The token's file, where the settings name one. */
  readonly tokenFile: { readonly path: string; readonly look: Look } | undefined;
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
        : { path: tokenPath, look: await lookAt(tokenPath, constants.R_OK) },
  };
}

const TIMEOUT_MS = 10_000;

function withoutToken(found: PushToken): CollectorFacts["token"] {
  return found.status === "ok" ? { status: "ok" } : found;
}

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
  const { baseUrl } = facts;
  if (baseUrl === undefined) return [ok("collector", "none is set: nothing is pushed")];
  return [judgeReach(facts, new URL(baseUrl).host), ...judgeToken(facts)];
}

function judgeReach({ reached, hasProxy }: CollectorFacts, host: string): Check {
  if (reached === undefined || reached.status === "ok") return ok("collector", `${host} answers over TLS`);
  const message = `${host} cannot be reached (${reached.code})`;
  if (hasProxy)
    return warning("collector", `${message} but by the proxy, which is not tried here`, "see the last push");
  return failure("collector", message, mendOf(reached.code));
}

function mendOf(code: string): string {
  if (/^(ENOTFOUND|EAI_)/.test(code)) return "see to baseUrl (AGENT_USAGE_BASE_URL), and to the network";
  return /CERT|SIGN|ISSUER|^ERR_(TLS|SSL)/.test(code)
    ? "have its certificate renewed, or name its authority in NODE_EXTRA_CA_CERTS"
    : "see to the collector, to the network, and to baseUrl (AGENT_USAGE_BASE_URL)";
}

const CHOOSE = "set pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE)";

function judgeToken({ token, tokenFile }: CollectorFacts): Check[] {
  const id = "push-token";
  switch (token.status) {
    case "none":
      return [ok(id, "none is set: pushes carry no authorization")];
    case "unreadable": {
      const command = token.code === "EOWNER" ? 'sudo chown "$(id -un)"' : "chmod 600";
      const mend = tokenFile === undefined ? CHOOSE : `${command} ${shellWord(tokenFile.path)}, or ${CHOOSE}`;
      return [failure(id, `${tokenFile?.path ?? "the file"} ${describeUnread(token.code)}`, mend)];
    }
    case "malformed":
      return [failure(id, "the file must hold one token: printable characters, no spaces", CHOOSE)];
    case "ok":
      return [ok(id, "there is one"), ...modeCheck(tokenFile)];
  }
}

function modeCheck(file: CollectorFacts["tokenFile"]): Check[] {
  if (file?.look.status !== "there" || !isOpenToOthers(file.look.mode)) return [];
  return [
    warning("push-token", `others can read or write ${file.path}`, `chmod 600 ${shellWord(file.path)}`),
  ];
}
