import type { KeychainFailure } from "../failures/index.ts";
import { readNote } from "../limits/index.ts";
import { isKeychainSupported, type Settings } from "../settings/index.ts";
import type { StateFolder } from "../state/index.ts";

/** What the last refresh learned of a login in the Keychain that it could not use. */
export async function savedKeychainFailure(
  { credentials }: Settings,
  { names }: StateFolder,
  platform?: string,
): Promise<KeychainFailure | undefined> {
  if (credentials === "keychain") return (await readNote(names.keychain))?.failure;
  return isKeychainSupported(platform) ? "not_read" : undefined;
}
