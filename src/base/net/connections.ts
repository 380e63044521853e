import { Agent, type AgentOptions, type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";

/**
 * The connections of one request, to close them with it: Node itself leaves one to a proxy open where the proxy
 * refuses, or where the request is ended before the proxy has answered.
 */
export class Connections extends Agent {
  readonly #opened: Duplex[] = [];

  /** @param options the proxies among them are used, and the certificate authorities. */
  constructor(options: AgentOptions) {
    super({ ...options, keepAlive: false, timeout: undefined });
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const connection = super.createConnection(options, callback);
    if (connection) this.#opened.push(connection);
    return connection;
  }

  override destroy(): void {
    for (const connection of this.#opened) connection.destroy();
    super.destroy();
  }
}
