import { unwatchFile, watchFile } from "node:fs";
import { HOUR_MS } from "../../../src/base/durations.ts";
import type { Log } from "../../../src/base/edges.ts";
import type { KeyPair } from "./authority.ts";
import { RENEW_AFTER_MS } from "./leaf.ts";
import { readCertificate } from "./source.ts";

/** Part of a TLS server. */
export interface CertificateHolder {
  setSecureContext(options: { readonly cert: string; readonly key: string }): void;
}

/** How often to look whether a certificate's files have changed, in milliseconds. */
const LOOK_MS = 5_000;

/** Gives the server the certificate again whenever one of its files changes. @returns a function that ends this */
export function reloadOnChange(
  server: CertificateHolder,
  files: { cert: string; key: string },
  log: Log,
  lookMs: number = LOOK_MS,
): () => void {
  const reload = async () => {
    const found = await readCertificate(files);
    if (found.status === "ok") {
      server.setSecureContext({ cert: found.pair.certificate, key: found.pair.key });
      log.info({}, "the certificate was reloaded");
    } else {
      // Between the writing of the two files they do not fit.
      log.warn({}, `the certificate's files changed, and the old certificate stays in use: ${found.message}`);
    }
  };
  const paths = [files.cert, files.key];
  for (const path of paths) {
    watchFile(path, { interval: lookMs, persistent: false }, () => void reload());
  }
  return () => {
    for (const path of paths) unwatchFile(path);
  };
}

/** Replaces the collector's own certificate before it expires. @returns a function that ends this */
export function renewInTime(
  server: CertificateHolder,
  make: () => Promise<KeyPair>,
  log: Log,
  clock: () => number = Date.now,
): () => void {
  let madeAt = clock();
  const renew = async () => {
    if (clock() - madeAt < RENEW_AFTER_MS) return;
    try {
      const { certificate, key } = await make();
      server.setSecureContext({ cert: certificate, key });
      madeAt = clock();
      log.info({}, "the certificate was renewed");
    } catch (error) {
      log.error({ err: error }, "the certificate could not be renewed; it will be tried again in an hour");
    }
  };
  const timer = setInterval(() => void renew(), HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
