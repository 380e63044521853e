import type { Kysely } from "kysely";
import type { UsageQuery } from "../../records.ts";
import type { Tables } from "../../tables.ts";
import { queryGroups } from "../usage.ts";

/** What one model of a group used: the counts in the order of their columns, however large. */
export interface ModelSum {
  readonly model: string;
  readonly sums: readonly bigint[];
}

export type GroupKey = "model" | "machine" | "account";

/** What each group used of each model, by the group's key. */
export async function groupSums(
  db: Kysely<Tables>,
  query: Omit<UsageQuery, "by">,
  by: GroupKey,
): Promise<Map<string | null, ModelSum[]>> {
  const groups = new Map<string | null, ModelSum[]>();
  for (const { keys, sums } of await queryGroups(db, { ...query, by: [by, "model"] })) {
    const key = keys[by] ?? null;
    const sum = { model: keys.model ?? "", sums };
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [sum]);
    else known.push(sum);
  }
  return groups;
}
