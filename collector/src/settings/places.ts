import { isAbsolute } from "node:path";

/** Where to listen. */
export type Address =
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "unix"; readonly path: string };

export type TcpAddress = Address & { readonly kind: "tcp" };

/** Reads `HOST:PORT` (`[::1]:8443` for IPv6) or `unix:PATH`; `undefined` if it is neither. */
export function parseAddress(text: string): Address | undefined {
  if (text.startsWith("unix:")) {
    const path = text.slice("unix:".length);
    return isAbsolute(path) && !path.includes("\0") ? { kind: "unix", path } : undefined;
  }
  return parseTcp(text);
}

export function parseTcp(text: string): TcpAddress | undefined {
  const [, six, four, digits = ""] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { kind: "tcp", host, port };
}

/** `HOST:PORT`, as in a URL. */
export function addressText({ host, port }: Omit<TcpAddress, "kind">): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Whether only this machine can connect to the host. */
export function isLoopback(host: string): boolean {
  return /^127(?:\.\d{1,3}){3}$/.test(host) || host === "::1" || host === "localhost";
}
