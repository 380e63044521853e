import type { KeyScope, Role } from "../store/index.ts";

/** The longest name of a person. */
export const MAX_NAME_LENGTH = 128;

/** Who sent a request. */
export type Caller =
  | { readonly kind: "stranger" }
  | { readonly kind: "key"; readonly scope: KeyScope; readonly name: string }
  | PersonCaller
  /** Someone who has a link that shows one page, by its path, with one range of days. */
  | { readonly kind: "share"; readonly page: string; readonly from: string; readonly to: string };

export interface PersonCaller {
  readonly kind: "person";
  readonly role: Role;
  readonly name: string;
  /** The clear characters of the session. Null for a person whom a trusted proxy names. */
  readonly session: string | null;
}

/**
 * What a route needs: to read the fleet's usage by the API, to read the metrics, to look at a page, to manage one's own
 * account, to change machines and alerts, or to manage people, keys and links.
 */
export type Need = "read" | "metrics" | "view" | "self" | "change" | "administer";

const VIEWER: ReadonlySet<Need> = new Set(["read", "view", "self"]);
const ADMIN: ReadonlySet<Need> = new Set([...VIEWER, "change", "administer"]);

/** The one function that decides who may do what. @param path of the page, for `view` */
export function isAllowed(caller: Caller, need: Need, path?: string): boolean {
  switch (caller.kind) {
    case "stranger":
      return false;
    case "key":
      return need === (caller.scope === "metrics" ? "metrics" : "read");
    case "person":
      return (caller.role === "admin" ? ADMIN : VIEWER).has(need);
    case "share":
      return need === "view" && path === caller.page;
  }
}
