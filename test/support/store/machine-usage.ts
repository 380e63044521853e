// What machines used over a range against `usage` by day, added up here.
import assert from "node:assert/strict";
import type { Store, UsageQuery, UsageRow } from "../../../collector/src/store/index.ts";

const KEYS = [
  "requests",
  "inputTokens",
  "outputTokens",
  "cacheCreationTokens",
  "cacheReadTokens",
  "cacheCreation1hTokens",
] as const;
const MAX = 2n ** 63n - 1n;

/** A machine has a row for each model that it named, and one for a day that it held, whatever it used. */
export async function sameMachineUsage(store: Store, filters: Omit<UsageQuery, "by">): Promise<void> {
  for (const by of [["machine"], ["machine", "model"]] as const) {
    const days = await store.usage({ ...filters, by: ["day", ...by] });
    const rows = await store.usage({ ...filters, by });
    assert.deepEqual(rows, added(days, by), JSON.stringify({ ...filters, by }));
  }
}

function added(days: readonly UsageRow[], by: readonly ("machine" | "model")[]): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const { day: _day, ...row } of days) {
    const name = JSON.stringify(by.map((key) => row[key]));
    const known = rows.get(name);
    const sums = KEYS.map((key): [string, bigint] => {
      const sum = (known?.[key] ?? 0n) + row[key];
      return [key, sum > MAX ? MAX : sum];
    });
    rows.set(name, { ...row, ...Object.fromEntries(sums) });
  }
  const keysOf = (row: UsageRow) => [row.machine ?? "", row.model ?? ""];
  return [...rows.values()].sort((a, b) => {
    const [[machine = "", model = ""], [other = "", otherModel = ""]] = [keysOf(a), keysOf(b)];
    if (machine !== other) return machine < other ? -1 : 1;
    return model < otherModel ? -1 : 1;
  });
}
