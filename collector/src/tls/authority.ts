import "reflect-metadata";
import { createHash, randomBytes, webcrypto, X509Certificate } from "node:crypto";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { DAY_MS } from "../../../src/base/durations.ts";
import { KEY_ALGORITHM, SIGNING } from "./algorithm.ts";
import { keyToPem } from "./pem.ts";

/** A certificate authority, or a certificate that it signed, with its key. Both are PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Valid for 20 years: machines trust this one certificate, and nothing renews it. */
const LIFETIME_MS = 20 * 365 * DAY_MS;
/** How far behind a machine's clock may be. */
export const CLOCK_SLACK_MS = DAY_MS;

/** Makes a certificate authority of the collector's own. @param now epoch milliseconds */
export async function makeAuthority(now: number): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      // Unique, so that a machine that knows two collectors does not confuse their authorities.
      name: `CN=agent-usage-collector ${randomBytes(4).toString("hex")}`,
      notBefore: new Date(now - CLOCK_SLACK_MS),
      notAfter: new Date(now + LIFETIME_MS),
      keys,
      signingAlgorithm: SIGNING,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return { certificate: certificate.toString("pem"), key: await keyToPem(keys.privateKey) };
}

/** The SHA-256 of a certificate's DER, in base64url without padding. @param certificate PEM */
export function fingerprintOf(certificate: string): string {
  return createHash("sha256").update(new X509Certificate(certificate).raw).digest("base64url");
}

/** A positive serial number of 127 bits, in hexadecimal (RFC 5280, 4.1.2.2). */
export function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString("hex");
}
