/** What a line of the collector's `invite` holds. */
export interface JoinLine {
  /** The collector's URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly code: string;
  /** The SHA-256 of the collector's certificate authority, in base64url; absent if Node's authorities vouch for it. */
  readonly fingerprint?: string;
}

/** `https://host#code.fingerprint`, in whatever quotes it was pasted with, also after the command itself. */
const LINE =
  /^(?:\S*agent-usage\S*\s+join\s+)?(['"]?)(https:\/\/[^\s#?'"]+)#([A-Za-z0-9_-]{16,200})(?:\.([A-Za-z0-9_-]{43}))?\1$/;

/** Reads the line; `undefined` if it is none. */
export function parseLine(text: string): JoinLine | undefined {
  const [, , address = "", code = "", fingerprint] = LINE.exec(text.trim()) ?? [];
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, origin, pathname } = new URL(address);
  if (protocol !== "https:" || username !== "" || password !== "" || address.includes("@")) return undefined;
  const baseUrl = `${origin}${pathname}`.replace(/\/+$/, "");
  return { baseUrl, code, ...(fingerprint !== undefined && { fingerprint }) };
}
