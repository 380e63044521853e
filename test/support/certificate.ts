import { randomUUID } from "node:crypto";
import { generate } from "selfsigned";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** The address that it is for. */
  readonly ip?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Its life is long: a test may move a program's clock by years. */
const LIFE_MS = 10 * 365 * 86_400_000;

/** A new certificate, for this machine's own address unless told otherwise, trusted by nobody yet. */
export async function makeCertificate({
  ip = "127.0.0.1",
  notBefore = new Date(Date.now() - LIFE_MS),
  notAfter = new Date(Date.now() + LIFE_MS),
}: CertificateOptions = {}): Promise<Certificate> {
  // Where several are trusted, one is found by its name.
  const { private: key, cert } = await generate([{ name: "commonName", value: randomUUID() }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: notBefore,
    notAfterDate: notAfter,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip },
          { type: 2, value: "localhost" },
        ],
      },
    ],
  });
  return { key, cert };
}
