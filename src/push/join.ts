import { vendor } from "#vendor";
import type { Body, Fetch } from "../base/edges.ts";
import { errorCode } from "../base/errors.ts";
import { isJsonObject } from "../base/json.ts";
import { Deadline } from "../base/net/deadline.ts";
import { discard } from "../base/net/request.ts";
import { VERSION } from "../base/version.ts";
import type { Machine } from "../contract/index.ts";

export type JoinResult =
  | { readonly status: "joined"; readonly token: string }
  /** The collector's answer, or the system's or TLS's code. */
  | { readonly status: "failed"; readonly reason: JoinFailure };

export type JoinFailure =
  | "invalid_code"
  | "no_join"
  | "other_version"
  | "too_many"
  | "unavailable"
  | "unexpected"
  | "not_trusted"
  | "other_name"
  | "clock"
  | "unreachable";

const TIMEOUT_MS = 10_000;
/** The longest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 4_096;
const TOKEN = /^[\x21-\x7e]{16,512}$/;

/** Trades a code for a token of this machine's own. Sent once, and only to a server that its authority vouches for. */
export async function join(
  { baseUrl, code, machine }: { baseUrl: string; code: string; machine: Machine },
  fetch: Fetch,
): Promise<JoinResult> {
  const { id, label, os } = machine;
  const deadline = new Deadline(TIMEOUT_MS);
  try {
    return await deadline.race(async () => {
      const response = await fetch(`${baseUrl}/join`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": `${vendor.program}/${VERSION}` },
        body: JSON.stringify({ code, program: vendor.program, machine: { id, label, os } }),
        redirect: "error",
        signal: deadline.signal,
      });
      const { status, body } = response;
      if (status === 201 && body !== null) return tokenIn(await textOf(body));
      discard(body);
      return { status: "failed", reason: reasonOf(status) };
    });
  } catch (error) {
    return { status: "failed", reason: connectionFailure(errorCode(error)) };
  } finally {
    deadline.clear();
  }
}

/** Why a server was not reached or not trusted. @param code the system's or TLS's */
export function connectionFailure(code: string): JoinFailure {
  if (code === "CERT_NOT_YET_VALID" || code === "CERT_HAS_EXPIRED") return "clock";
  if (/ALTNAME/.test(code)) return "other_name";
  return /CERT|SIGN|ISSUER|_CA\b/.test(code) ? "not_trusted" : "unreachable";
}

function reasonOf(status: number): JoinFailure {
  if (status === 401) return "invalid_code";
  if (status === 404 || status === 405) return "no_join";
  if (status === 400 || status === 415 || status === 422) return "other_version";
  if (status === 429) return "too_many";
  return status >= 500 ? "unavailable" : "unexpected";
}

function tokenIn(text: string): JoinResult {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return { status: "failed", reason: "unexpected" };
  }
  const token = isJsonObject(answer) ? answer["token"] : undefined;
  return typeof token === "string" && TOKEN.test(token)
    ? { status: "joined", token }
    : { status: "failed", reason: "unexpected" };
}

async function textOf(body: Body): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString();
    size += value?.byteLength ?? 0;
    if (size > MAX_ANSWER_BYTES) {
      discard({ cancel: () => reader.cancel() });
      return "";
    }
    if (value !== undefined) chunks.push(value);
  }
}
