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

/** The forms in which a token, or a long enough part of it, appears in these bytes; case is ignored. */
export function formsFound(bytes: string | Uint8Array, secret: string): string[] {
  const text = Buffer.from(bytes as Uint8Array).toString("latin1");
  const lower = text.toLowerCase();
  const readings = Object.entries(DECODERS).map(([form, read]) => [form, read(text).toLowerCase()] as const);
  const found = new Set<string>();
  for (let start = 0; start + LEAK_LENGTH <= secret.length; start++) {
    const part = secret.slice(start, start + LEAK_LENGTH);
    const plain = part.toLowerCase();
    if (lower.includes(plain)) found.add("plain");
    else for (const [form, reading] of readings) if (reading.includes(plain)) found.add(form);
    for (const [form, encode] of Object.entries(ENCODERS)) {
      const isFound = encode(part).some((needle) => (form === "hex" ? lower : text).includes(needle));
      if (isFound) found.add(form);
    }
  }
  return [...found];
}

/** What was written or sent, by place. */
export type Places = Readonly<Record<string, string | Uint8Array>>;

/** Every place that contains a secret, as `place: token name, form`. */
export function sightings(
  places: Places,
  names: readonly SecretName[] = ["access", "refresh", "push"],
): string[] {
  return Object.entries(places).flatMap(([place, bytes]) =>
    names.flatMap((name) => formsFound(bytes, SECRETS[name]).map((form) => `${place}: ${name}, ${form}`)),
  );
}

/** Fails if any place contains a secret. */
export function assertHidden(places: Places): void {
  assert.deepEqual(sightings(places), []);
}
