import type { SentMachine } from "../ingest/index.ts";
import type { Actor } from "./records.ts";

/**
 * Tokens, codes, keys, links, sessions and people. Secrets are known here by their HMAC alone, and each kind is looked up
 * only among its own. `at` is the time of the call, in epoch milliseconds: what has expired by then is not found.
 */
export interface Secrets {
  /** Whose token this is, before the body of a push is read. `keep` asks again. */
  machineOf(tokenHash: string): Promise<TokenOwner>;
  /** Trades a code for a token of the machine's own, and adds the machine if it is new. */
  join(join: Join): Promise<JoinResult>;

  addInvite(invite: NewInvite, by: Actor): Promise<void>;
  /** @returns those with uses left that have not expired */
  invites(at: number): Promise<Invite[]>;
  /** @param prefix the clear characters of an invite. @returns whether there was exactly one that is still good */
  revokeInvite(prefix: string, by: Actor): Promise<boolean>;

  addKey(key: NewKey, by: Actor): Promise<"added" | "name_taken">;
  keys(): Promise<Key[]>;
  revokeKey(name: string, by: Actor): Promise<boolean>;
  keyOf(hash: string): Promise<Key | undefined>;

  addPerson(person: { name: string; role: Role }, by: Actor): Promise<"added" | "name_taken">;
  people(): Promise<Person[]>;
  personNamed(name: string): Promise<(Person & { passwordHash: string | null }) | undefined>;
  /** Ends all of the person's sessions and links, too. @param passwordHash null takes the password away */
  setPassword(person: string, passwordHash: string | null, by: Actor): Promise<boolean>;
  removePerson(name: string, by: Actor): Promise<boolean>;

  addLink(link: NewLink, by: Actor): Promise<boolean>;
  /** Uses a link up, and starts the session. @returns who it is for; undefined if unknown, expired or used */
  followLink(
    linkHash: string,
    session: NewSession,
    by: Pick<Actor, "from" | "at">,
  ): Promise<Person | undefined>;

  addSession(person: string, session: NewSession, by: Actor): Promise<boolean>;
  sessionOf(hash: string, at: number): Promise<Person | undefined>;
  endSession(hash: string): Promise<void>;
}

/** A secret as it is stored: its HMAC, and 8 clear characters to find it by. */
export interface NewSecret {
  readonly hash: string;
  readonly prefix: string;
}

export type NewSession = NewSecret & { readonly expiresAt: number };
export type NewInvite = NewSession & { readonly uses: number };
export type NewLink = NewSession & { readonly person: string };
export type NewKey = NewSecret & { readonly name: string; readonly scope: KeyScope };

export type TokenOwner =
  | {
      readonly status: "known";
      readonly machine: string;
      readonly program: string;
      readonly machineId: string;
    }
  | { readonly status: "invalid_token" | "revoked" };

export interface Join {
  readonly codeHash: string;
  readonly token: NewSecret;
  readonly program: string;
  readonly machine: Omit<SentMachine, "account">;
  readonly at: number;
  readonly from: string | null;
}

/** `invalid_code`: unknown, expired, used up and revoked alike. */
export type JoinResult =
  | { readonly status: "joined"; readonly machine: string }
  | { readonly status: "invalid_code" };

export interface Invite {
  readonly prefix: string;
  readonly usesLeft: number;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** `api` reads the API; `metrics` reads `/metrics` alone. */
export type KeyScope = "api" | "metrics";

export interface Key {
  readonly name: string;
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly createdAt: number;
  readonly createdBy: string;
}

export type Role = "admin" | "viewer";

export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly createdAt: number;
}

export interface AuditEntry {
  readonly at: number;
  readonly who: string;
  /** The address it came from. Null for a command on the collector's own machine. */
  readonly from: string | null;
  /** Such as `machine.rename`. */
  readonly action: string;
  /** What it was done to, such as a machine's id or a key's name; never a secret. */
  readonly subject: string;
}
