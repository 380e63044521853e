import type { Env } from "../../base/edges.ts";
import { describeCode } from "../../base/system-errors.ts";
import { keychainFailure } from "../../failures/index.ts";
import {
  areLimitsOff,
  homeFolder,
  isKeychainSupported,
  loadConfig,
  saveSetting,
  settingsFile,
} from "../../settings/index.ts";
import { visible } from "../../text/visible.ts";
import type { Ask } from "../ask.ts";

const QUESTION =
  "The coding agent keeps its login in the macOS Keychain. Read the access token from there to show your plan's limits? It runs /usr/bin/security, only reads, and macOS may ask for your permission.";

export interface KeychainOffer {
  readonly env: Env;
  readonly platform: string | undefined;
  readonly ask: Ask | undefined;
}

/** Offers to read the Keychain, if nothing else is set, and saves a yes in the settings file (rule KEYCHAIN-6). */
export async function offerKeychain({
  env,
  platform,
  ask,
}: KeychainOffer): Promise<{ readonly note?: string }> {
  if (!isKeychainSupported(platform) || areLimitsOff(env)) return {};
  const loaded = await loadConfig({ env, ...(platform !== undefined && { platform }) });
  // What is wrong with the settings is reported after the files are written.
  if (loaded.status === "invalid") return {};
  const { credentials, credentialsPath } = loaded.origins;
  if (credentials !== undefined || credentialsPath !== undefined) return {};
  if (ask === undefined || !(await ask(QUESTION))) {
    const { what, fix } = keychainFailure("not_read");
    return { note: `${what}, so there may be no limits. To change that, ${fix}.` };
  }
  const path = settingsFile(env, homeFolder(env) ?? "/");
  const code = await saveSetting(path, "credentials", "keychain");
  if (code === undefined) return { note: `credentials is now "keychain" in ${visible(path)}.` };
  return { note: `cannot write ${visible(path)}: ${describeCode(code)}. The Keychain is not read.` };
}
