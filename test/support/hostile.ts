import { writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Fetch } from "../../src/base/edges.ts";
import { type Certificate, makeCertificate } from "./certificate.ts";
import { temporaryFolder } from "./folder.ts";
import { ledTo, listen } from "./loopback.ts";

/** What a server does to whoever connects. */
export interface Behaviour {
  /** Where it begins: with the bare connection, or (else) over TLS, with a request that has come whole. */
  readonly on?: "connection";
  /** `ripe` says that the caller has now met the worst of it: what bounds its call may come. */
  readonly act: (socket: Socket, ripe: () => void) => unknown;
}

export interface Hostile {
  /** `https://127.0.0.1:<port>` */
  readonly origin: string;
  /** The file with its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string;
  readonly cert: string;
  /** What a beat asks by where no `fetch` is given, led to the server whatever host it is asked for. */
  readonly fetch: Fetch;
  /** Every request that came, head and body, as it came over TLS. */
  readonly requests: readonly string[];
  /** What it does from now on; it forgets what it saw. Resolves when that is ripe. */
  readonly play: (behaviour: Behaviour) => Promise<void>;
  /** Resolves once no connection is open over which a request came. */
  readonly deserted: () => Promise<void>;
}

/** A server on this machine that writes whatever bytes it is told to. */
export async function startHostile(t: TestContext, certificate?: Certificate): Promise<Hostile> {
  const { key, cert } = certificate ?? (await makeCertificate());
  const secureContext = createSecureContext({ key, cert });
  const open = new Set<Socket>();
  let onClose = () => {};
  let requests: string[] = [];
  let behaviour: Behaviour = { act: () => {} };
  let ripe = () => {};

  const server = createServer((socket) => {
    socket.on("close", () => {
      open.delete(socket);
      onClose();
    });
    socket.on("error", () => {});
    if (behaviour.on === "connection") {
      behaviour.act(socket, ripe);
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on("error", () => {});
    let text = "";
    secure.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const length = wholeLength(text);
      if (length === undefined) return;
      open.add(socket);
      requests.push(text.slice(0, length));
      text = text.slice(length);
      behaviour.act(secure, ripe);
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
      behaviour = next;
      requests = [];
      return new Promise((resolve) => {
        ripe = resolve;
      });
    },
    async deserted() {
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          onClose = resolve;
        });
      }
    },
  };
}

/** How much of the text is its first request; nothing while that has not come whole. */
function wholeLength(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const [, body = "0"] = /^content-length: *(\d+)/im.exec(text.slice(0, head)) ?? [];
  const length = head + 4 + Number(body);
  return text.length < length ? undefined : length;
}

/** Writes the same again and again, as fast as the other side takes it, until so many bytes are out or it is gone. */
export async function flood(socket: Socket, what: string | Buffer, bytes: number): Promise<void> {
  const unit = Buffer.from(what);
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

/** Writes one byte after the other, for ever; it is ripe once so many are out. */
export async function drip(socket: Socket, text: string, ripeAfter: number, ripe: () => void): Promise<void> {
  for (let sent = 0; !socket.destroyed; sent++) {
    socket.write(text[sent % text.length] ?? "");
    if (sent === ripeAfter) ripe();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
