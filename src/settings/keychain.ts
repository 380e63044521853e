import { vendor } from "#vendor";

/** Whether this program can read the coding agent's login in the Keychain. @param platform as in `process.platform` */
export function isKeychainSupported(platform: string = process.platform): boolean {
  return vendor.keychain !== undefined && platform === "darwin";
}
