import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";

/** How to connect to the server of an https URL over TLS, for a connection that sends no request. */
export function tlsAddress(url: URL): ConnectionOptions {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["http/1.1"],
  };
}
