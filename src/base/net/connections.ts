import { Agent, type AgentOptions, type RequestOptions } from "node:https";
import type { Duplex } from "node:stream";

/**
 * The connections of one request, so that they close with it. Node leaves a connection to a proxy open if the proxy
 * refuses, or if the request is aborted before the proxy answers.
 */
export class Connections extends Agent {
  readonly #opened: Duplex[] = [];

  /** @param options including proxies and certificate authorities */
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
