import { createHash, X509Certificate } from "node:crypto";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { errorCode } from "../base/errors.ts";
import { tlsAddress } from "../base/net/tls-address.ts";

export type Authority =
  /** The authority with the fingerprint, as PEM. It has yet to vouch for the server. */
  | { readonly status: "found"; readonly pem: string }
  /** No certificate that the server showed has the fingerprint. */
  | { readonly status: "differs" }
  /** `code` is the system's or TLS's. */
  | { readonly status: "unreachable"; readonly code: string };

/** How long the certificates may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * Asks a server for its certificates, and returns the one with a fingerprint. Sends nothing: whoever answers learns no more
 * than that someone connected. @param fingerprint the SHA-256 of its DER, in base64url
 */
export function findAuthority(baseUrl: string, fingerprint: string): Promise<Authority> {
  const address = tlsAddress(new URL(baseUrl));
  return new Promise((resolve) => {
    const socket = connect({
      ...address,
      // What it shows is compared with the fingerprint, and only then trusted.
      rejectUnauthorized: false,
    });
    const end = (authority: Authority) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(authority);
    };
    const timer = setTimeout(() => end({ status: "unreachable", code: "ETIMEDOUT" }), TIMEOUT_MS);
    socket.on("secureConnect", () => {
      const found = chainOf(socket.getPeerCertificate(true)).find((der) => digestOf(der) === fingerprint);
      end(found === undefined ? { status: "differs" } : { status: "found", pem: pemOf(found) });
    });
    socket.on("error", (error) => end({ status: "unreachable", code: errorCode(error) }));
    socket.on("close", () => end({ status: "unreachable", code: "ECONNRESET" }));
  });
}

/** The DER of each certificate that a server showed. */
function chainOf(first: DetailedPeerCertificate): Buffer[] {
  const chain: Buffer[] = [];
  let next: DetailedPeerCertificate | undefined = first;
  // A self-signed certificate is its own issuer.
  while (next?.raw !== undefined && !chain.some((der) => der.equals(next?.raw ?? der))) {
    chain.push(next.raw);
    next = next.issuerCertificate;
  }
  return chain;
}

function digestOf(der: Buffer): string {
  return createHash("sha256").update(der).digest("base64url");
}

function pemOf(der: Buffer): string {
  return new X509Certificate(der).toString();
}
