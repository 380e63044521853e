import { vendor } from "#vendor";
import { type KeychainFailure, keychainFailure } from "../../failures/index.ts";
import { type KeychainItem, type KeychainNote, readLogin, readNote } from "../../limits/index.ts";
import { localTime } from "../../text/times.ts";
import { type Check, failure, warning } from "./check.ts";
import { CREDENTIALS_ID, judgeExpiry } from "./expiry.ts";

/** The login in the macOS Keychain, if the settings say to read that. */
export interface KeychainFacts {
  readonly status: "keychain";
  readonly item: KeychainItem;
  readonly login:
    | { readonly status: "ok"; readonly expiresAt: unknown }
    | { readonly status: "failed"; readonly failure: KeychainFailure };
  /** A read that failed, after which refreshes wait. */
  readonly note: KeychainNote | undefined;
}

/** Reads the item once. The token does not leave this function. */
export async function gatherKeychain(
  item: KeychainItem,
  notePath: string,
  options?: Parameters<typeof readLogin>[1],
): Promise<KeychainFacts> {
  const note = await readNote(notePath);
  const found = await readLogin(item, options);
  if (found.status === "ok") {
    return { status: "keychain", item, login: { status: "ok", expiresAt: found.expiresAt }, note };
  }
  const failure = found.status === "aborted" ? "failed" : found.status;
  return { status: "keychain", item, login: { status: "failed", failure }, note };
}

const INSTALL = `${vendor.program} install --now`;

/** @param now epoch milliseconds */
export function judgeKeychain({ item, login, note }: KeychainFacts, now: number): Check[] {
  if (login.status === "ok") {
    const waits = note !== undefined && note.nextAt > now;
    const message = `the Keychain can be read again; refreshes would wait until ${localTime(note?.nextAt ?? now, now)}`;
    return [judgeExpiry(login.expiresAt, now), ...(waits ? [warning(CREDENTIALS_ID, message, INSTALL)] : [])];
  }
  const { what, fix } = keychainFailure(login.failure);
  const name = `item "${item.service}", account "${item.account}"`;
  return [failure(CREDENTIALS_ID, `${what} (${name})`, `${fix}, then ${INSTALL}`)];
}
