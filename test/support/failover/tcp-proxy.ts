// A TCP proxy that can be cut, as a network can: nothing passes, and nobody is told.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** Listens on a free loopback port, in front of another one. */
  static async before(target: number): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const proxy = new TcpProxy(server, address.port);
    server.on("connection", (socket) => proxy.#pass(socket, target));
    return proxy;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  #pass(socket: Socket, target: number): void {
    this.#add(socket);
    if (this.#isCut) return;
    const onward = this.#add(connect(target, "127.0.0.1"));
    socket.pipe(onward).pipe(socket);
    const end = () => {
      // A cut network does not say that the other end has gone.
      if (this.#isCut) return;
      socket.destroy();
      onward.destroy();
    };
    socket.on("close", end);
    onward.on("close", end);
  }

  #add(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    return socket.on("error", () => {});
  }

  /** From now on nothing passes. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Lets new connections pass. Those from before the cut are gone. */
  restore(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.restore();
    this.#server.close();
  }
}
