export { readCredentials } from "./credentials.ts";
export {
  DETAILS,
  type Detail,
  type FetchLimitsOptions,
  fetchLimits,
  LIMITS_TIMEOUT_MS,
  OAUTH_BETA,
  USAGE_URL,
} from "./fetch.ts";
export { type KeychainItem, keychainItem } from "./keychain/item.ts";
export { createKeychain, Keychain, readLogin } from "./keychain/keychain.ts";
export { type KeychainNote, readNote, removeNote } from "./keychain/note.ts";
export { noteSchema } from "./keychain/note-schema.ts";
export { parseUsage } from "./parse.ts";
