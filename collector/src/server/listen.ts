import { rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorCode } from "../../../src/base/errors.ts";
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

/** Removes a socket that nobody answers on: one that a killed server left. */
async function removeLeftSocket(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isSocket()) return;
  const isAlive = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
  if (!isAlive) await rm(path, { force: true });
}
