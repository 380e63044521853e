import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { DAY_MS } from "../../../src/base/durations.ts";
import { KEY_ALGORITHM, SIGNING } from "./algorithm.ts";
import { CLOCK_SLACK_MS, type KeyPair, serialNumber } from "./authority.ts";
import { keyToPem, pemToKeyBytes } from "./pem.ts";

/** A leaf is valid for 90 days and renewed once a third of that is left. */
const LIFETIME_MS = 90 * DAY_MS;
export const RENEW_AFTER_MS: number = 60 * DAY_MS;

/**
 * Makes a server certificate for some names and addresses, signed by the authority. Its certificate is followed by the
 * authority's, so that `join` can compare the fingerprint. @param now epoch milliseconds
 */
export async function makeLeaf(authority: KeyPair, names: readonly string[], now: number): Promise<KeyPair> {
  const { subtle } = webcrypto;
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await subtle.importKey("pkcs8", pemToKeyBytes(authority.key), KEY_ALGORITHM, false, [
    "sign",
  ]);
  const keys = await subtle.generateKey(KEY_ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: "CN=agent-usage-collector",
      issuer: issuer.subject,
      notBefore: new Date(now - CLOCK_SLACK_MS),
      notAfter: new Date(Math.min(now + LIFETIME_MS, issuer.notAfter.getTime())),
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: SIGNING,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names.map(generalName)),
        await AuthorityKeyIdentifierExtension.create(issuer, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const chain = `${certificate.toString("pem")}\n${authority.certificate.trim()}\n`;
  return { certificate: chain, key: await keyToPem(keys.privateKey) };
}

function generalName(name: string): JsonGeneralName {
  return { type: isIP(name) === 0 ? "dns" : "ip", value: name };
}
