import type { Machine } from "../contract/index.ts";
import type { Settings } from "../settings/index.ts";

/** This machine as a snapshot describes it. The account is left out unless it is set. */
export function machineOf(id: string, { label, account }: Pick<Settings, "label" | "account">): Machine {
  return { id, label, os: process.platform, ...(account !== undefined && { account }) };
}
