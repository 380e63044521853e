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

/** A new certificate, for this machine's own address unless told otherwise, trusted by nobody yet. */
export async function makeCertificate({
  ip = "127.0.0.1",
  notBefore,
  notAfter,
}: CertificateOptions = {}): Promise<Certificate> {
  // Where several are trusted, one is found by its name.
  const { private: key, cert } = await generate([{ name: "commonName", value: randomUUID() }], {
    keyType: "ec",
    algorithm: "sha256",
    ...(notBefore && { notBeforeDate: notBefore }),
    ...(notAfter && { notAfterDate: notAfter }),
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
