import type { LimitReading } from "./records.ts";
import type { Tables } from "./tables.ts";

/** Which limit something is about. */
export type LimitKey = Pick<LimitReading, "account" | "machine" | "kind" | "group" | "model">;

type KeyColumns = Pick<Tables["limit_now"], "account" | "machine" | "kind" | "limit_group" | "model">;

/** The key in the columns of a row, where an empty text and 0 stand for none. */
export function limitKeyOf(row: KeyColumns): LimitKey {
  return {
    account: row.account === "" ? null : row.account,
    machine: row.machine === 0 ? null : String(row.machine),
    kind: row.kind,
    group: row.limit_group,
    model: row.model === "" ? null : row.model,
  };
}
