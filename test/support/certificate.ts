import { randomUUID } from "node:crypto";
import { generate } from "selfsigned";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** The address it is valid for. */
  readonly ip?: string;
  /** The host name it is valid for. */
  readonly name?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** Valid for years: a test may shift a program's clock that far. */
const LIFE_MS = 10 * 365 * 86_400_000;

/** Makes a self-signed certificate, by default for the loopback address. */
export async function makeCertificate({
  ip = "127.0.0.1",
  name = "localhost",
  notBefore = new Date(Date.now() - LIFE_MS),
  notAfter = new Date(Date.now() + LIFE_MS),
}: CertificateOptions = {}): Promise<Certificate> {
  // A unique name: with several trusted certificates, Node looks the issuer up by name.
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
          { type: 2, value: name },
        ],
      },
    ],
  });
  return { key, cert };
}
