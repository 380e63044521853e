import { lookup } from "node:dns/promises";
import { isIP, isIPv6, type LookupFunction } from "node:net";
import { errorCode } from "../../../src/base/errors.ts";
import { Deadline } from "../../../src/base/net/deadline.ts";
import { discard, REDIRECTED, request } from "../../../src/base/net/request.ts";
import { isPublic } from "./address.ts";
import { bareHost } from "./channel-url.ts";

/** How long a delivery may take, from asking for the address to the head of the answer, in milliseconds. */
export const SEND_MS = 10_000;

/** What became of a delivery. */
export const ANSWERS = [
  "delivered",
  /** A status that another try may change: 408, 425, 429. */
  "busy",
  "rejected",
  "failing",
  "redirected",
  "private_address",
  "no_address",
  "refused",
  "certificate",
  "timeout",
  "broken",
  "stopped",
  "unreadable",
] as const;
export type AnswerWord = (typeof ANSWERS)[number];

export interface Answer {
  readonly answer: AnswerWord;
  /** The status of an HTTP answer. */
  readonly status: number | null;
}

/** A POST. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  readonly allowPrivate: boolean;
  /** The addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Certificate authorities, as PEM; those of Node unless given. */
  readonly ca?: string;
  readonly timeoutMs?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

const BUSY: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Sends one POST over TLS, to an address that was checked: the name is resolved once, and the connection goes to what it was
 * resolved to then. Follows no redirect, and reads nothing of the answer but its status. Never rejects.
 */
export async function send(
  { url, headers, body }: Outgoing,
  { allowPrivate, resolve = addressesOf, ca, timeoutMs = SEND_MS, signal }: SendOptions,
): Promise<Answer> {
  const deadline = new Deadline(timeoutMs, signal);
  try {
    const host = bareHost(new URL(url));
    const addresses = isIP(host) === 0 ? await deadline.race(() => resolve(host)) : [host];
    if (addresses.length === 0) return word("no_address");
    if (!allowPrivate && !addresses.every(isPublic)) return word("private_address");
    const init = { method: "POST", headers, body, redirect: "error", signal: deadline.signal } as const;
    const how = { lookup: alwaysTo(addresses), ...(ca !== undefined && { ca }) };
    const answer = await deadline.race(() => request(url, init, how));
    discard(answer.body);
    return { answer: wordOf(answer.status), status: answer.status };
  } catch (error) {
    return word(signal?.aborted ? "stopped" : failureOf(error));
  } finally {
    deadline.clear();
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Answers every question for an address with those that were checked. */
function alwaysTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll) callback(null, all);
    else callback(null, all[0]?.address ?? "", all[0]?.family);
  };
}

function wordOf(status: number): AnswerWord {
  if (status >= 200 && status < 300) return "delivered";
  if (status >= 500) return "failing";
  if (status < 400) return "redirected";
  return BUSY.has(status) ? "busy" : "rejected";
}

function failureOf(error: unknown): AnswerWord {
  const code = errorCode(error);
  if (code === "TimeoutError") return "timeout";
  if (code === REDIRECTED) return "redirected";
  if (code === "ECONNREFUSED") return "refused";
  if (/^(?:ENOTFOUND|ENODATA|EAI_)/.test(code)) return "no_address";
  return /CERT|SELF_SIGNED|UNABLE_TO_/.test(code) ? "certificate" : "broken";
}

function word(answer: AnswerWord): Answer {
  return { answer, status: null };
}
