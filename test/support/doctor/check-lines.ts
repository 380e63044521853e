import type { Check } from "../../../src/commands/doctor/check.ts";

/** Each check as `status id`. */
export const lines = (checks: readonly Check[]): string[] =>
  checks.map(({ status, id }) => `${status} ${id}`);

/** Everything that checks print for a user. */
export const printed = (checks: readonly Check[]): string =>
  checks.map(({ message, fix }) => `${message}\n${fix ?? ""}`).join("\n");
