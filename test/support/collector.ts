import { EventEmitter, once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Fetch } from "../../src/base/edges.ts";
import type { Snapshot } from "../../src/contract/index.ts";
import { makeCertificate } from "./certificate.ts";
import { temporaryFolder } from "./folder.ts";
import { bridgeTo, ledTo, listen } from "./loopback.ts";

/** One complete request as the server received it. */
export interface Seen {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * What the server does with a request: answers; never answers; sends the headers and half a body, then resets the
 * connection; sends the headers, then a body that never ends.
 */
export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "never"
  | "reset"
  | "endless";
export type Answering = Answer | ((request: Seen) => Answer | Promise<Answer>);

export interface Collector {
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
  /** The same server through a plain HTTP port of this process: where a followed redirect would arrive. */
  readonly bridge: string;
  readonly requests: readonly Seen[];
  /** Path of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  /** The real request function, sent to this server whatever host the URL names. */
  readonly fetch: Fetch;
  /** Sets what the server does from now on. */
  readonly answer: (answering: Answering) => void;
  /** Resolves with request number `count`, counted from 1, once it has arrived. */
  readonly request: (count: number) => Promise<Seen>;
}

/** Starts a real TLS server on this machine. It answers 204 by default. */
export async function startCollector(t: TestContext, first: Answering = { status: 204 }): Promise<Collector> {
  const certificate = await makeCertificate();
  const requests: Seen[] = [];
  const events = new EventEmitter();
  let answering = first;

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = message;
    const request = { method, path, headers, body: await bodyOf(message) };
    requests.push(request);
    events.emit("request");
    send(response, typeof answering === "function" ? await answering(request) : answering);
  };
  const server = createServer(certificate, (message, response) => {
    // If the request breaks off or the test's answer throws, break the connection.
    serve(message, response).catch(() => message.socket.destroy());
  });
  const port = await listen(t, server);
  const bridge = `http://127.0.0.1:${await bridgeTo(t, port, certificate.cert)}`;
  const caFile = join(await temporaryFolder(t), "ca.pem");
  await writeFile(caFile, certificate.cert);

  const origin = `https://127.0.0.1:${port}`;
  return {
    origin,
    bridge,
    requests,
    caFile,
    fetch: ledTo(origin, certificate.cert),
    answer: (next) => {
      answering = next;
    },
    async request(count) {
      for (;;) {
        const request = requests[count - 1];
        if (request !== undefined) return request;
        await once(events, "request");
      }
    },
  };
}

/** An answer of 204 that is sent once it is released. */
export function heldAnswer(): { release: () => void; answer: () => Promise<Answer> } {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release: () => release(), answer: () => released.then(() => ({ status: 204 })) };
}

/** The snapshot in a push. */
export function snapshotIn(request: Seen | undefined): Snapshot {
  return JSON.parse(request?.body ?? "null") as Snapshot;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, answer: Answer): void {
  switch (answer) {
    case "never":
      return;
    case "reset":
      response.writeHead(200, { "content-length": "1000" });
      response.write("half of", () => response.socket?.destroy());
      return;
    case "endless":
      response.writeHead(200).write("the first of many");
      return;
    default:
      response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}
