import type { Links } from "../admin/index.ts";
import { addressText, type Settings } from "../settings/index.ts";
import type { Store } from "../store/index.ts";
import { fingerprintOf } from "../tls/index.ts";

/** Whether the collector serves a certificate that its own authority signed. */
export function hasOwnCertificate({ tls, trustProxy }: Settings): boolean {
  return tls === undefined && trustProxy === undefined;
}

/** The same for a command: what its settings leave out is as the collector that was started last has it. */
export async function linksOfCommand(settings: Settings, store: Store): Promise<Links> {
  const links = linksOf(settings, store);
  const served = await store.served.read();
  if (served === undefined) return links;
  return {
    ...links,
    url: settings.isUrlGiven ? links.url : served.url,
    fingerprint: served.hasOwnCertificate ? links.fingerprint : null,
  };
}

/** How others reach the collector, by its settings. */
export function linksOf(settings: Settings, store: Store): Links {
  const { url, local } = settings;
  return {
    url,
    fingerprint: hasOwnCertificate(settings) ? fingerprintOf(store.authority.certificate) : null,
    local: local === undefined ? null : `http://${addressText(local)}`,
  };
}
