import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What is needed to send to a channel. */
export interface ChannelSecrets {
  readonly url: string;
  /** The key of a webhook's signatures: `whsec_` and base64. */
  readonly secret?: string | undefined;
  /** An access token of ntfy. */
  readonly token?: string | undefined;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts them for the database. @param hmacKey the store's */
export function seal(secrets: ChannelSecrets, hmacKey: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(hmacKey), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

/** Undefined if it was not sealed with this key, or was changed. */
export function unseal(sealed: string, hmacKey: Buffer): ChannelSecrets | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(hmacKey), iv).setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as ChannelSecrets;
  } catch {
    return undefined;
  }
}

function keyOf(hmacKey: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", hmacKey, "", "agent-usage alert channels", KEY_BYTES));
}
