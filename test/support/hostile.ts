import { writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Fetch } from "../../src/base/edges.ts";
import { type Certificate, makeCertificate } from "./certificate.ts";
import { temporaryFolder } from "./folder.ts";
import { ledTo, listen } from "./loopback.ts";

/** What a server does to a client. */
export interface Behavior {
  /** When it starts: on the bare TCP connection, or by default over TLS after a complete request. */
  readonly on?: "connection";
  /** Calls `expire` once the client has received the worst of it, so that its time limit may expire. */
  readonly act: (socket: Socket, expire: () => void) => unknown;
}

export interface Hostile {
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
  /** Path of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  readonly cert: string;
  /** The real request function, sent to this server whatever host the URL names. */
  readonly fetch: Fetch;
  /** Every complete request, head and body, as received over TLS. */
  readonly requests: readonly string[];
  /** Sets what it does from now on and forgets earlier requests. Resolves when the behavior calls `expire`. */
  readonly play: (behavior: Behavior) => Promise<void>;
  /** Resolves once every connection that carried a request is closed. */
  readonly allClosed: () => Promise<void>;
}

/** Starts a server on this machine that sends any bytes a test asks for. */
export async function startHostile(t: TestContext, certificate?: Certificate): Promise<Hostile> {
  const { key, cert } = certificate ?? (await makeCertificate());
  const secureContext = createSecureContext({ key, cert });
  const open = new Set<Socket>();
  let onClose = () => {};
  let requests: string[] = [];
  let behavior: Behavior = { act: () => {} };
  let expire = () => {};

  const server = createServer((socket) => {
    socket.on("close", () => {
      open.delete(socket);
      onClose();
    });
    socket.on("error", () => {});
    if (behavior.on === "connection") {
      behavior.act(socket, expire);
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on("error", () => {});
    let text = "";
    secure.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const length = requestLength(text);
      if (length === undefined) return;
      open.add(socket);
      requests.push(text.slice(0, length));
      text = text.slice(length);
      behavior.act(secure, expire);
    });
  });
  const port = await listen(t, server);
  const origin = `https://127.0.0.1:${port}`;
  const caFile = join(await temporaryFolder(t), "ca.pem");
  await writeFile(caFile, cert);
  return {
    origin,
    caFile,
    cert,
    fetch: ledTo(origin, cert),
    get requests() {
      return requests;
    },
    play(next) {
      behavior = next;
      requests = [];
      return new Promise((resolve) => {
        expire = resolve;
      });
    },
    async allClosed() {
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          onClose = resolve;
        });
      }
    },
  };
}

/** The length of the first request in the text, or undefined while it is incomplete. */
function requestLength(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const [, body = "0"] = /^content-length: *(\d+)/im.exec(text.slice(0, head)) ?? [];
  const length = head + 4 + Number(body);
  return text.length < length ? undefined : length;
}

/** Writes the same content repeatedly, as fast as the client reads it, until `bytes` are sent or the client is gone. */
export async function flood(socket: Socket, content: string | Buffer, bytes: number): Promise<void> {
  const unit = Buffer.from(content);
  const chunk = Buffer.concat(Array<Buffer>(Math.max(1, Math.floor(65_536 / unit.length))).fill(unit));
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
    if (socket.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off("drain", go).off("close", go);
        resolve();
      };
      socket.on("drain", go).on("close", go);
    });
  }
}

/** Writes byte by byte without end; calls `expire` after `expireAfter` bytes. */
export async function drip(
  socket: Socket,
  text: string,
  expireAfter: number,
  expire: () => void,
): Promise<void> {
  for (let sent = 0; !socket.destroyed; sent++) {
    socket.write(text[sent % text.length] ?? "");
    if (sent === expireAfter) expire();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
