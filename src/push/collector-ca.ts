import { X509Certificate } from "node:crypto";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import { errorCode } from "../base/errors.ts";

export type CollectorCa =
  | { readonly status: "ok"; readonly pem: string }
  /** Node's authorities vouch for the collector. */
  | { readonly status: "none" }
  /** The code is the system's, or one of `readTrustedFile`. */
  | { readonly status: "unreadable"; readonly code: string }
  /** The file holds no certificate. */
  | { readonly status: "malformed" };

/** Reads the certificate authority that alone vouches for the collector (rule SETTINGS-16). */
export async function readCollectorCa(file: string | undefined): Promise<CollectorCa> {
  if (file === undefined) return { status: "none" };
  try {
    const pem = await readTrustedFile(file);
    return isCertificate(pem) ? { status: "ok", pem } : { status: "malformed" };
  } catch (error) {
    return { status: "unreadable", code: errorCode(error) };
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
