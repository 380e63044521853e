import { generate } from "selfsigned";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A new certificate for this machine's own address, trusted by nobody yet. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  return { key, cert };
}
