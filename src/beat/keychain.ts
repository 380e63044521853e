import type { AnyEnv } from "../base/edges.ts";
import type { LimitsResult } from "../contract/index.ts";
import { isAboutLogin, type KeychainFailure } from "../failures/index.ts";
import { createKeychain, type Keychain } from "../limits/index.ts";
import { isKeychainSupported, type Settings } from "../settings/index.ts";
import { stateFolder } from "../state/index.ts";

/** The Keychain with the coding agent's login; `undefined` if the settings name a file. */
export function keychainFor({ credentials, stateDir }: Settings, env: AnyEnv): Keychain | undefined {
  return credentials === "keychain" ? createKeychain(env, stateFolder(stateDir).names.keychain) : undefined;
}

/**
 * What is known of a login in the Keychain, if it is why there are no new limits. @param platform as in `process.platform`
 */
export function keychainFailureOf(
  { status, detail }: LimitsResult,
  { settings, keychain }: { readonly settings: Settings; readonly keychain: Keychain | undefined },
  platform?: string,
): KeychainFailure | undefined {
  if (!isAboutLogin(detail ?? status)) return undefined;
  if (settings.credentials === "keychain") return keychain?.failure;
  return isKeychainSupported(platform) ? "not_read" : undefined;
}
