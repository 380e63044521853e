import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { readTrustedFile } from "../../../src/base/disk/trusted-file.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import type { KeyPair } from "./authority.ts";

export type CertificateFiles =
  | { readonly status: "ok"; readonly pair: KeyPair }
  /** One line for the terminal. */
  | { readonly status: "wrong"; readonly message: string };

/** Reads a certificate and its key, and checks that they belong together. */
export async function readCertificate(files: { cert: string; key: string }): Promise<CertificateFiles> {
  const read = async (name: string, path: string, from: (path: string) => Promise<string>) => {
    try {
      return { status: "ok", text: await from(path) } as const;
    } catch (error) {
      return {
        status: "wrong",
        message: `${name} cannot be read: ${describeCode(errorCode(error))}`,
      } as const;
    }
  };
  const certificate = await read("tlsCert", files.cert, (path) => readFile(path, "utf8"));
  if (certificate.status === "wrong") return certificate;
  const key = await read("tlsKey", files.key, readTrustedFile);
  if (key.status === "wrong") return key;
  let leaf: X509Certificate;
  try {
    leaf = new X509Certificate(certificate.text);
  } catch {
    return { status: "wrong", message: "tlsCert must hold a certificate in PEM" };
  }
  if (!canServe(leaf, certificate.text, key.text)) {
    return {
      status: "wrong",
      message: "tlsKey must hold the certificate's key in PEM, without a passphrase",
    };
  }
  return { status: "ok", pair: { certificate: certificate.text, key: key.text } };
}

/** A TLS context compares a certificate with a key of its own type only, and takes an RSA key with an EC certificate. */
function canServe(leaf: X509Certificate, cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key });
    return leaf.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
