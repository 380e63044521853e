import { createHmac, randomBytes } from "node:crypto";

/** The kinds of secrets, each with the letters that it begins with. One is never accepted as another. */
const LETTERS = {
  token: "aut",
  code: "auc",
  key: "auk",
  link: "aul",
  session: "aus",
  share: "aur",
  shareSession: "auw",
} as const;
export type SecretKind = keyof typeof LETTERS;

const SECRET_BYTES = 32;
/** How many characters are kept in the clear, to find a secret by. */
const CLEAR = 8;
const FORM = /^([a-z]{3})_([A-Za-z0-9_-]{43})$/;

/** A secret as it is stored. */
export interface StoredSecret {
  /** Its HMAC-SHA256, in base64url. */
  readonly hash: string;
  readonly prefix: string;
}

export interface FreshSecret {
  /** Shown once and stored nowhere. */
  readonly secret: string;
  readonly stored: StoredSecret;
}

/** Makes a secret of 256 random bits. @param hmacKey the store's */
export function makeSecret(kind: SecretKind, hmacKey: Buffer): FreshSecret {
  const random = randomBytes(SECRET_BYTES).toString("base64url");
  const secret = `${LETTERS[kind]}_${random}`;
  return { secret, stored: { hash: hmac(secret, hmacKey), prefix: random.slice(0, CLEAR) } };
}

/** The hash to look a secret up by; `undefined` if it cannot be one of that kind. */
export function hashOf(kind: SecretKind, secret: string, hmacKey: Buffer): string | undefined {
  return FORM.exec(secret)?.[1] === LETTERS[kind] ? hmac(secret, hmacKey) : undefined;
}

/** The beginning of a secret, as people see it: it never looks like an option. */
export function beginningOf(kind: SecretKind, prefix: string): string {
  return `${LETTERS[kind]}_${prefix}`;
}

/** The clear characters of a secret, or of its beginning. */
export function prefixOf(text: string): string {
  return text.replace(/^[a-z]{3}_/, "").slice(0, CLEAR);
}

export function hmac(secret: string, key: Buffer): string {
  return createHmac("sha256", key).update(secret).digest("base64url");
}
