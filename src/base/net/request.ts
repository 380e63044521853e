import { type IncomingMessage, validateHeaderName, validateHeaderValue } from "node:http";
import { type AgentOptions, globalAgent, request as httpsRequest } from "node:https";
import type { Answer, Body, Fetch, FetchInit } from "../edges.ts";
import { Connections } from "./connections.ts";

/** The statuses that `fetch` follows, or rejects if told to. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The code of the error for a redirect. */
export const REDIRECTED = "REDIRECTED";

/** Defaults; the caller's headers override them. */
const HEADERS = {
  accept: "*/*",
  // Bodies are small, and one that is never decompressed cannot grow.
  "accept-encoding": "identity",
};

/** The `fetch` to use if none is given: `request`, or a replacement that this process installed for Node's `fetch`. */
export function defaultFetch(): Fetch {
  return isNodeFetch(globalThis.fetch) ? request : globalThis.fetch;
}

/** One request to a server that only this certificate authority can vouch for. @param ca PEM */
export function requestTrusting(ca: string): Fetch {
  return (url, init) => request(url, init, { ...globalAgent.options, ca });
}

/** Node's own `fetch` names its package (undici) in its source text. It may be replaced before this program starts. */
function isNodeFetch(fetch: unknown): boolean {
  return typeof fetch !== "function" || /\bundici/i.test(Function.prototype.toString.call(fetch));
}

/**
 * Sends one request over TLS, once, on a connection of its own (rule SAFETY-4). Node's `fetch` repeats a request after
 * a 421, hides a 407, leaves connections open after responses that it rejects, and can crash the process long after a
 * response. This function returns every status except redirects, and closes every connection that it does not return.
 *
 * Rejects if there is no answer, if it is a redirect (rule SAFETY-2), if the certificate is not trusted (no variable
 * turns that off), and as soon as the signal aborts. The body must be read or canceled. It is not decoded, and reading
 * it rejects if it breaks off.
 *
 * @param options how to connect; by default like Node's global agent, with the proxies that Node is told to use
 */
export function request(
  url: string,
  { method, headers, body, signal }: FetchInit,
  options: AgentOptions = globalAgent.options,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const all = Object.entries({ ...HEADERS, ...headers });
    // Before connecting: a token that is not a valid header value rejects here.
    for (const [name, value] of all) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    const agent = new Connections(options);
    const call = httpsRequest(url, { method, agent, rejectUnauthorized: true });
    // Not in the options: with NODE_DEBUG, Node prints them, including the tokens.
    for (const [name, value] of all) call.setHeader(name, value);
    const end = (reason: unknown) => {
      reject(reason);
      agent.destroy();
    };
    call.on("error", end);
    call.on("close", () => end(new Error("closed without an answer")));
    signal.addEventListener("abort", () => end(signal.reason), { once: true });
    call.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      // Whoever reads the body gets this error.
      response.on("error", () => {});
      if (REDIRECTS.has(status)) end(Object.assign(new TypeError("redirected"), { code: REDIRECTED }));
      else resolve({ status, body: bodyOf(response, () => agent.destroy()) });
    });
    call.end(body);
  });
}

/** A body that is received only as it is read. A Node web stream would buffer a megabyte. */
function bodyOf(response: IncomingMessage, onCancel: () => void): Body {
  const chunks: AsyncIterator<Uint8Array, undefined> = response[Symbol.asyncIterator]();
  const cancel = async () => onCancel();
  const read = async () => {
    const { done = false, value } = await chunks.next();
    return { done, value };
  };
  return { cancel, getReader: () => ({ read, cancel }) };
}

/** Cancels a body without waiting, and ignores any failure. */
export function discard(body: { cancel(): unknown } | null | undefined): void {
  try {
    Promise.resolve(body?.cancel()).catch(() => {});
  } catch {
    // Its `cancel` threw.
  }
}
