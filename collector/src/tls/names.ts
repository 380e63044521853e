import { isIP } from "node:net";
import type { Address } from "../settings/index.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];
/** Addresses that mean every interface: nobody connects to them by that name. */
const ANY = new Set(["0.0.0.0", "::"]);

/** The names and addresses of the collector's own certificate: those of its URL, where it listens, and loopback. */
export function certificateNames(url: string, listen: Address): string[] {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const own = listen.kind === "tcp" && !ANY.has(listen.host) ? [listen.host] : [];
  return [...new Set([host, ...own, ...LOOPBACK])].filter(
    (name) => isIP(name) !== 0 || /^[\w.*-]+$/.test(name),
  );
}
