import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { connect } from "node:tls";
import type { Fetch } from "../../src/base/edges.ts";
import { request } from "../../src/base/net/request.ts";

/** Starts a server on a free port of this machine; closes it and all its connections when the test ends. Returns the port. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

/** A port of this machine on which nothing listens: it was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The port of a server that accepts connections and never sends anything. */
export async function silentPort(t: TestContext): Promise<number> {
  return listen(
    t,
    createServer((socket) => socket.on("error", () => {})),
  );
}

/** The real request function, sent to one server of this machine whatever host the URL names. */
export function ledTo(origin: string, ca: string): Fetch {
  return (url, init) => {
    const { pathname, search } = new URL(url);
    return request(`${origin}${pathname}${search}`, init, { ca });
  };
}

/**
 * The port of a plain proxy to a TLS server that trusts the server's certificate. This process's own `fetch` cannot
 * be given a certificate authority once Node runs, so it talks plain HTTP to the proxy, which talks TLS.
 */
export async function bridgeTo(t: TestContext, port: number, ca: string): Promise<number> {
  const bridge = createServer((near) => {
    const far = connect({ host: "127.0.0.1", port, ca });
    near.pipe(far).pipe(near);
    near.on("error", () => {}).on("close", () => far.destroy());
    far.on("error", () => {}).on("close", () => near.destroy());
  });
  return listen(t, bridge);
}
