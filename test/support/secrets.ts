import assert from "node:assert/strict";
import { createHash } from "node:crypto";

/** A token with characters that URLs, JSON, file names and headers carry only when encoded. */
function token(seed: string): string {
  const text = createHash("sha512").update(seed).digest("base64url");
  return `${text.slice(0, 22)}+${text.slice(22, 40)}=~${text.slice(40, 62)}`;
}

/** Tokens that grant nothing and share no part with each other. */
export const SECRETS = {
  access: token("the vendor's access token"),
  refresh: token("the vendor's refresh token"),
  push: token("the collector's push token"),
} as const;
export type SecretName = keyof typeof SECRETS;

/** A part of a token this long counts as a leak, in characters. */
export const LEAK_LENGTH = 16;

/** Encodings in which a part of a token is still recognizable. */
const ENCODERS: Readonly<Record<string, (part: string) => readonly string[]>> = {
  hex: (part) => [Buffer.from(part).toString("hex")],
  "UTF-16": (part) => [Buffer.from(part, "utf16le").toString("latin1")],
  base64: (part) => inBase64(part),
  base64url: (part) => inBase64(part).map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
};

/** Decoders after which a token is in plain text, even if only a part of it was escaped. */
const DECODERS: Readonly<Record<string, (text: string) => string>> = {
  "percent-encoded": (text) => unescapeAll(text, /%(?:25)*([0-9a-f]{2})/gi),
  "JSON-escaped": (text) => unescapeAll(text, /\\+(?:u00|x)([0-9a-f]{2})/gi),
};

/** The base64 of a part at each offset in the encoded text: only the characters that do not depend on its neighbors. */
function inBase64(part: string): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.from("\0".repeat(before) + part).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + part.length) * 8) / 6));
  });
}

function unescapeAll(text: string, escaped: RegExp): string {
  return text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Bytes as they are searched: decoded once for all secrets. */
export interface Readings {
  readonly text: string;
  readonly lower: string;
  readonly decoded: readonly (readonly [form: string, text: string])[];
}

export function readingsOf(bytes: string | Uint8Array): Readings {
  const text = Buffer.from(bytes as Uint8Array).toString("latin1");
  const decoded = Object.entries(DECODERS).map(([form, read]) => [form, read(text).toLowerCase()] as const);
  return { text, lower: text.toLowerCase(), decoded };
}

/** The forms in which a token, or a long enough part of it, appears in these bytes; case is ignored. */
export function formsFound(bytes: string | Uint8Array | Readings, secret: string): string[] {
  const readings = typeof bytes === "string" || bytes instanceof Uint8Array ? readingsOf(bytes) : bytes;
  // Any part that is long enough holds one of these blocks whole, and most texts hold none.
  const blocks = parts(secret, LEAK_LENGTH / 2, LEAK_LENGTH / 2);
  if (!blocks.some((block) => formsOf(readings, block).length > 0)) return [];
  const windows = parts(secret, LEAK_LENGTH, 1);
  return [...new Set(windows.flatMap((part) => formsOf(readings, part)))];
}

/** The parts of this length that start at each multiple of a step. */
function parts(secret: string, length: number, step: number): string[] {
  const count = Math.floor((secret.length - length) / step) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, at) => secret.slice(at * step, at * step + length));
}

function formsOf({ text, lower, decoded }: Readings, part: string): string[] {
  const plain = part.toLowerCase();
  const readable = lower.includes(plain)
    ? ["plain"]
    : decoded.flatMap(([form, reading]) => (reading.includes(plain) ? [form] : []));
  const encoded = Object.entries(ENCODERS).flatMap(([form, encode]) =>
    encode(part).some((needle) => (form === "hex" ? lower : text).includes(needle)) ? [form] : [],
  );
  return [...readable, ...encoded];
}

/** What was written or sent, by place. */
export type Places = Readonly<Record<string, string | Uint8Array>>;

/** Every place that contains a secret, as `place: token name, form`. */
export function sightings(
  places: Places,
  names: readonly SecretName[] = ["access", "refresh", "push"],
): string[] {
  return Object.entries(places).flatMap(([place, bytes]) => {
    const readings = readingsOf(bytes);
    return names.flatMap((name) =>
      formsFound(readings, SECRETS[name]).map((form) => `${place}: ${name}, ${form}`),
    );
  });
}

/** Fails if any place contains a secret. */
export function assertHidden(places: Places): void {
  assert.deepEqual(sightings(places), []);
}
