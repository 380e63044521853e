import type { Kysely } from "kysely";
import { isNothing, type Limbs, limbsOf, packedSums, sumsOf } from "../../packs/index.ts";
import type { UsageQuery } from "../../records.ts";
import type { Tables } from "../../tables.ts";
import { prunedUntil } from "../prune.ts";
import { mergedMachines, queryGroups } from "../usage.ts";

/** What one model of a group used. */
export interface ModelSum {
  readonly model: string;
  readonly sum: Limbs;
}

export type GroupKey = "model" | "machine" | "account";
export type GroupSums = ReadonlyMap<string | null, readonly ModelSum[]>;

type Filters = Omit<UsageQuery, "by">;

/** What each group used of each model, by the group's key. Groups that used nothing are left out. */
export async function groupSums(db: Kysely<Tables>, query: Filters, by: GroupKey): Promise<GroupSums> {
  const groups = new Map<string | null, ModelSum[]>();
  const add = (key: string | null, model: string, sum: Limbs) => {
    if (isNothing(sum)) return;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [{ model, sum }]);
    else known.push({ model, sum });
  };
  if (by === "model" || query.machine?.length) {
    for (const { keys, sums } of await queryGroups(db, {
      ...query,
      by: by === "model" ? [by] : [by, "model"],
    }))
      add(keys[by] ?? null, keys.model ?? "", limbsOf(sums));
  } else {
    for (const [key, models] of await fromPacks(db, query, by))
      for (const [model, sum] of models) add(key, model, sum);
  }
  return groups;
}

/** From packs as far as they go: a year of all machines is millions of records. */
async function fromPacks(db: Kysely<Tables>, query: Filters, by: "machine" | "account") {
  const roots = by === "machine" ? await mergedMachines(db) : new Map<number, number>();
  const names = new Map<number, string>();
  const idOf = (machine: number): string => {
    const known = names.get(machine) ?? String(roots.get(machine) ?? machine);
    names.set(machine, known);
    return known;
  };
  const keyOf = (machine: number, account: string) => (by === "account" ? account || null : idOf(machine));
  const prunedBefore = await prunedUntil(db);
  if (by === "machine") return sumsOf(db, { ...query, prunedBefore }, keyOf);
  // Each day has its sums by account.
  const { sums, rest } = await packedSums(db, { ...query, prunedBefore }, keyOf);
  for (const range of rest) {
    for (const group of await queryGroups(db, { ...query, ...range, by: [by, "model"] })) {
      const [key, model] = [group.keys[by] ?? null, group.keys.model ?? ""];
      const models = sums.get(key) ?? new Map<string, Limbs>();
      const sum = limbsOf(group.sums);
      const known = models.get(model);
      models.set(model, known?.map((value, index) => value + (sum[index] ?? 0)) ?? sum);
      sums.set(key, models);
    }
  }
  return sums;
}
