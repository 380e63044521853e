import { hasInvisible } from "../../../src/text/visible.ts";

/** The longest name of a person. */
const MAX_NAME = 128;

export type ClaimedName =
  | { readonly status: "named"; readonly name: string }
  | { readonly status: "no_name" | "unverified_email" };

/** A person's name by a provider. An address counts only if the provider checked it: people may type any. */
export function claimsName(claims: Readonly<Record<string, unknown>>, claim: string): ClaimedName {
  const value = claims[claim];
  const name = typeof value === "string" ? value.trim().normalize("NFC") : "";
  if (name === "" || name.length > MAX_NAME || hasInvisible(name)) return { status: "no_name" };
  if (claim === "email" && claims["email_verified"] !== true) return { status: "unverified_email" };
  return { status: "named", name };
}
