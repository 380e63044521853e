import type { Env } from "../../base/edges.ts";
import { codedError } from "../../base/errors.ts";
import type { KeychainFailure } from "../../failures/index.ts";
import {
  credentialsText,
  isExpired,
  type Login,
  readCredentials,
  readCredentialsFile,
} from "../credentials.ts";
import { type KeychainItem, keychainItem } from "./item.ts";
import { type KeychainLogin, parseItem } from "./login.ts";
import { isTooSoon, readNote, removeNote, writeNote } from "./note.ts";
import { readItem, type SecurityOptions, type SecurityResult } from "./security.ts";

export interface KeychainOptions {
  readonly item: KeychainItem;
  /** The file that remembers a read that failed. */
  readonly notePath: string;
  /** How to run `security`. */
  readonly security?: Omit<SecurityOptions, "signal">;
}

/** The login of the coding agent that this program belongs to. @param env names the user and the agent's folder */
export function createKeychain(env: Env, notePath: string): Keychain | undefined {
  const item = keychainItem(env);
  return item === undefined ? undefined : new Keychain({ item, notePath });
}

/** Reads an item once and finds the login in it. */
export async function readLogin(
  item: KeychainItem,
  options?: SecurityOptions,
): Promise<KeychainLogin | Exclude<SecurityResult, { status: "ok" }>> {
  const read = await readItem(item, options);
  return read.status === "ok" ? parseItem(read.output) : read;
}

/**
 * The login in the macOS Keychain, in place of the credentials file. It keeps the token in memory until that expires, so
 * a daemon reads it about three times a day (rule KEYCHAIN-5). It never writes the item.
 */
export class Keychain {
  readonly #options: KeychainOptions;
  #login: Login | undefined;
  #failure: KeychainFailure | undefined;

  constructor(options: KeychainOptions) {
    this.#options = options;
  }

  /** Why the last `read` got no login from the Keychain; `undefined` if it got one. */
  get failure(): KeychainFailure | undefined {
    return this.#failure;
  }

  /** Forgets the token: the server refused it, so the coding agent may have a new one. */
  forget(): void {
    this.#login = undefined;
  }

  /**
   * The text of a credentials file with the login. If the Keychain has none that is valid, the file's own text if that
   * has one (rule KEYCHAIN-4). Rejects with ENOENT if there is no login, or another code if it could not be read.
   */
  async read(path: string, now: number, signal?: AbortSignal): Promise<string> {
    const login = await this.#current(now, signal);
    if (login !== undefined && !isExpired(login.expiresAt, now)) return credentialsText(login);
    const file = await readCredentials(path, readCredentialsFile);
    if (file.status === "ok" && !isExpired(file.expiresAt, now)) return credentialsText(file);
    if (login !== undefined) return credentialsText(login);
    const isMissing = this.#failure === "absent" || this.#failure === "no_login";
    throw codedError("no login in the Keychain", isMissing ? "ENOENT" : "EACCES");
  }

  async #current(now: number, signal: AbortSignal | undefined): Promise<Login | undefined> {
    if (this.#login !== undefined && !isExpired(this.#login.expiresAt, now)) return this.#login;
    this.#login = undefined;
    const { item, notePath, security } = this.#options;
    const note = await readNote(notePath);
    if (note !== undefined && isTooSoon(note, now)) {
      this.#failure = note.failure;
      return undefined;
    }
    const found = await readLogin(item, { ...security, signal });
    if (found.status === "aborted") throw codedError("stopped", "ABORT_ERR");
    if (found.status === "ok") {
      this.#failure = undefined;
      await removeNote(notePath);
      // Without an expiry date nobody knows how long to keep it.
      if (typeof found.expiresAt === "number") this.#login = found;
      return found;
    }
    this.#failure = found.status;
    await writeNote(notePath, found.status, now);
    return undefined;
  }
}
