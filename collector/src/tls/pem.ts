import { createPrivateKey, KeyObject, type webcrypto } from "node:crypto";

export async function keyToPem(key: webcrypto.CryptoKey): Promise<string> {
  return KeyObject.from(key).export({ type: "pkcs8", format: "pem" }).toString();
}

/** The PKCS#8 bytes of a key in PEM. */
export function pemToKeyBytes(pem: string): Buffer {
  return createPrivateKey(pem).export({ type: "pkcs8", format: "der" });
}
