import { type IncomingMessage, validateHeaderName, validateHeaderValue } from "node:http";
import { type AgentOptions, globalAgent, request as httpsRequest } from "node:https";
import type { Answer, Body, Fetch, FetchInit } from "../edges.ts";
import { Connections } from "./connections.ts";

/** The answers that `fetch` would follow, and refuses where it is told to. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Stand under what a caller gives. */
const HEADERS = {
  accept: "*/*",
  // The bodies are small, and one that is never unpacked cannot unfold to more.
  "accept-encoding": "identity",
};

/** The way out where none is given: `request`, or what this process has put in the place of Node's own `fetch`. */
export function defaultFetch(): Fetch {
  return isNodes(globalThis.fetch) ? request : globalThis.fetch;
}

/** Node's own is told by its text, which names the package that it is made of: it may be replaced before we begin. */
function isNodes(fetch: unknown): boolean {
  return typeof fetch !== "function" || /\bundici/i.test(Function.prototype.toString.call(fetch));
}

/**
 * One request over TLS, on a connection of its own, sent once (rule SAFETY-4). Node's `fetch` asks again of
 * itself after a 421, keeps a 407 to itself, leaves connections open behind answers that it refuses, and may end the
 * process long after one; this gives back every status but a redirect's, and closes what it does not give back.
 *
 * Rejects where no answer comes, where it is a redirect (rule SAFETY-2), where the certificate is not trusted
 * (no variable switches that off), and as soon as the signal ends it. The body must be read or cancelled; it is as
 * it came over the wire, and reading it rejects where it breaks off.
 *
 * @param options how it connects: as Node's global agent does, through a proxy where Node is told to, unless given.
 */
export function request(
  url: string,
  { method, headers, body, signal }: FetchInit,
  options: AgentOptions = globalAgent.options,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const all = Object.entries({ ...HEADERS, ...headers });
    // Before there is a connection: a token that no header can hold ends the call here.
    for (const [name, value] of all) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    const agent = new Connections(options);
    const call = httpsRequest(url, { method, agent, rejectUnauthorized: true });
    // Not among the options, which Node prints where NODE_DEBUG says so, the tokens with them.
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
      // What breaks off is met by whoever reads the body.
      response.on("error", () => {});
      if (REDIRECTS.has(status)) end(new TypeError("redirected"));
      else resolve({ status, body: bodyOf(response, () => agent.destroy()) });
    });
    call.end(body);
  });
}

/** A body that is taken from the connection only as it is read; a web stream of Node's would take a megabyte. */
function bodyOf(response: IncomingMessage, onCancel: () => void): Body {
  const chunks: AsyncIterator<Uint8Array, undefined> = response[Symbol.asyncIterator]();
  const cancel = async () => onCancel();
  const read = async () => {
    const { done = false, value } = await chunks.next();
    return { done, value };
  };
  return { cancel, getReader: () => ({ read, cancel }) };
}
