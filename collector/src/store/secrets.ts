import type { SentMachine } from "../ingest/index.ts";
import type { People } from "./people.ts";
import type { Actor, NewSecret } from "./records.ts";
import type { Shares } from "./shares.ts";

/**
 * Tokens, codes, keys, links, sessions and people. Secrets are known here by their HMAC alone, and each kind is looked up
 * only among its own. `at` is the time of the call, in epoch milliseconds: what has expired by then is not found.
 */
export interface Secrets extends People, Shares {
  /** Whose token this is, before the body of a push is read. `keep` asks again. */
  machineOf(tokenHash: string): Promise<TokenOwner>;
  /** Trades a code for a token of the machine's own, and adds the machine if it is new. */
  join(join: Join): Promise<JoinResult>;

  /** @returns false if the machine that it is for is unknown; then nothing was added */
  addInvite(invite: NewInvite, by: Actor): Promise<boolean>;
  /** @returns those with uses left that have not expired */
  invites(at: number): Promise<Invite[]>;
  /** @param prefix the clear characters of an invite. @returns whether there was exactly one that is still good */
  revokeInvite(prefix: string, by: Actor): Promise<boolean>;

  /** Those of a machine and of what was merged into it that are still good, the newest first. */
  tokensOf(machine: string): Promise<MachineToken[]>;
  /** Its next push is answered with `invalid_token`. @param id as `tokensOf` has it. @returns whether it was this machine's */
  revokeToken(machine: string, id: string, by: Actor): Promise<boolean>;

  addKey(key: NewKey, by: Actor): Promise<"added" | "name_taken">;
  keys(): Promise<Key[]>;
  revokeKey(name: string, by: Actor): Promise<boolean>;
  keyOf(hash: string): Promise<Key | undefined>;
}

export type NewInvite = NewSecret & {
  readonly expiresAt: number;
  readonly uses: number;
  /** The only machine that may use it, as a new token for it. Any, if absent. */
  readonly machine?: string;
};
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

/** `invalid_code`: unknown, expired, used up, revoked and bound to another machine alike. */
export type JoinResult =
  | { readonly status: "joined"; readonly machine: string }
  | { readonly status: "invalid_code" };

export interface Invite {
  readonly prefix: string;
  readonly usesLeft: number;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly createdBy: string;
  /** The only machine that may use it; null for any. */
  readonly machine: string | null;
}

export interface MachineToken {
  readonly id: string;
  /** The machine that has it. */
  readonly machine: string;
  readonly prefix: string;
  readonly createdAt: number;
  /** When a push first came with it. Null if none has yet; then the one before it still works, too. */
  readonly usedAt: number | null;
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

export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  /** The address it came from. Null for a command on the collector's own machine. */
  readonly from: string | null;
  /** Such as `machine.rename`; of a newer collector, one that this one does not know. */
  readonly action: string;
  /** What it was done to, such as a machine's id or a key's name; never a secret. */
  readonly subject: string;
  /** How often it happened within the hour. `at` is the first time. */
  readonly times: number;
}
