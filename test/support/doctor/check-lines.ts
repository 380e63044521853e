import type { Check } from "../../../src/commands/doctor/check.ts";

/** Checks as `status id`, in their order. */
export const lines = (checks: readonly Check[]): string[] =>
  checks.map(({ status, id }) => `${status} ${id}`);

/** All that a user would read of checks. */
export const told = (checks: readonly Check[]): string =>
  checks.map(({ message, fix }) => `${message}\n${fix ?? ""}`).join("\n");
