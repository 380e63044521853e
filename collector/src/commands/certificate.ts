import type { Log } from "../../../src/base/edges.ts";
import type { Settings } from "../settings/index.ts";
import type { Store } from "../store/index.ts";
import {
  type CertificateHolder,
  certificateNames,
  type KeyPair,
  makeLeaf,
  readCertificate,
  reloadOnChange,
  renewInTime,
} from "../tls/index.ts";

/** The certificate that is served, and how it is kept fresh. */
export interface Certificate {
  readonly status: "ok";
  /** `undefined`: plain HTTP, behind a reverse proxy. */
  readonly pair: KeyPair | undefined;
  /** @returns a function that ends it */
  readonly keepFresh: (server: object, log: Log) => () => void;
}

export type FoundCertificate = Certificate | { readonly status: "wrong"; readonly message: string };

/** The certificate that the settings ask for: none, one from files, or the collector's own. */
export async function certificateOf(settings: Settings, store: Store): Promise<FoundCertificate> {
  const { tls: files, trustProxy, url, listen } = settings;
  if (trustProxy !== undefined) return { status: "ok", pair: undefined, keepFresh: () => () => {} };
  if (files !== undefined) {
    const found = await readCertificate(files);
    if (found.status === "wrong") return found;
    const keepFresh = (server: object, log: Log) => reloadOnChange(server as CertificateHolder, files, log);
    return { status: "ok", pair: found.pair, keepFresh };
  }
  const make = () => makeLeaf(store.authority, certificateNames(url, listen), Date.now());
  const keepFresh = (server: object, log: Log) => renewInTime(server as CertificateHolder, make, log);
  return { status: "ok", pair: await make(), keepFresh };
}
