import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { connect } from "node:tls";
import type { Fetch } from "../../src/base/edges.ts";
import { request } from "../../src/base/net/request.ts";

/** Lets a server listen on this machine and ends it, with all its connections, when the test ends. */
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

/** A port of this machine on which nobody listens any more. */
export async function refusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server that takes connections and never says a word. */
export async function silentPort(t: TestContext): Promise<number> {
  return listen(
    t,
    createServer((socket) => socket.on("error", () => {})),
  );
}

/** What a beat asks by where no `fetch` is given, led to a server of this machine whatever host it is asked for. */
export function ledTo(origin: string, ca: string): Fetch {
  return (url, init) => {
    const { pathname, search } = new URL(url);
    return request(`${origin}${pathname}${search}`, init, { ca });
  };
}

/**
 * A plain way to a TLS server that trusts its certificate: this process's own `fetch` can be given no certificate
 * authority once Node runs, so it speaks in the clear as far as here, and TLS from here on.
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
