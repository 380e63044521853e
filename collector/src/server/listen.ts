import type { FastifyInstance } from "fastify";
import { errorCode } from "../../../src/base/errors.ts";
import { removeLeftSocket } from "../../../src/base/net/left-socket.ts";
import { type Address, addressText } from "../settings/index.ts";

export type Listening =
  /** `port`: the one that was picked; 0 for a Unix socket. */
  | { readonly status: "listening"; readonly port: number }
  /** `where` it could not listen, and the system's error code. */
  | { readonly status: "failed"; readonly where: string; readonly code: string };

/** Listens on an address. */
export async function listen(app: FastifyInstance, address: Address): Promise<Listening> {
  const where = address.kind === "unix" ? address.path : addressText(address);
  try {
    if (address.kind === "unix") {
      await removeLeftSocket(address.path);
      await app.listen({ path: address.path });
      return { status: "listening", port: 0 };
    }
    await app.listen({ host: address.host, port: address.port });
    const bound = app.server.address();
    return { status: "listening", port: typeof bound === "object" && bound !== null ? bound.port : 0 };
  } catch (error) {
    return { status: "failed", where, code: errorCode(error) };
  }
}
