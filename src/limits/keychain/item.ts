import { createHash } from "node:crypto";
import { userInfo } from "node:os";
import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";
import type { Vendor } from "../../vendor/vendor.ts";

/** A generic password in the login keychain. */
export interface KeychainItem {
  readonly service: string;
  readonly account: string;
}

/**
 * The item in which the coding agent keeps its login (rule KEYCHAIN-2); `undefined` if it has none. The item of a moved
 * folder is named after the folder's path as it is given: with a slash at its end it is another item.
 */
export function keychainItem(
  env: Env,
  facts: Vendor["keychain"] = vendor.keychain,
  moved: string | undefined = vendor.configDir?.variable,
): KeychainItem | undefined {
  if (facts === undefined) return undefined;
  const own = env[facts.folderVariable];
  const folder = own ?? (moved === undefined ? undefined : env[moved as `${string}_CONFIG_DIR`]);
  const user = env["USER"] || userName();
  return {
    service: folder ? `${facts.service}-${suffix(folder)}` : facts.service,
    account: /^[A-Za-z0-9._-]+$/.test(user) ? user : facts.account,
  };
}

function suffix(folder: string): string {
  return createHash("sha256").update(folder.normalize("NFC")).digest("hex").slice(0, 8);
}

/** Empty for a user without a name, who gets the account for unusual names. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
