import type { KeyScope, Role } from "../store/index.ts";

/** Who sent a request. */
export type Caller =
  | { readonly kind: "stranger" }
  | { readonly kind: "key"; readonly scope: KeyScope; readonly name: string }
  | { readonly kind: "person"; readonly role: Role; readonly name: string };

/** What a route needs: to read the fleet's usage, to read the metrics, or to change something. */
export type Need = "read" | "metrics" | "change";

/** The one function that decides who may do what. */
export function isAllowed(caller: Caller, need: Need): boolean {
  switch (caller.kind) {
    case "stranger":
      return false;
    case "key":
      return need === (caller.scope === "metrics" ? "metrics" : "read");
    case "person":
      return need === "read" || (need === "change" && caller.role === "admin");
  }
}
