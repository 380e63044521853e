// What the pages show of the fleet against `usage`, added up here.
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  countsOfSums,
  type FleetQuery,
  type FleetUsage,
  type Store,
  type UsageCounts,
  type UsageRow,
  type UsageSum,
} from "../../../collector/src/store/index.ts";
import { addDays, daysFrom } from "../../../src/base/calendar.ts";
import type { Counts } from "../../../src/contract/index.ts";
import { totalCostOf } from "../../../src/prices/index.ts";
import { sameMachineUsage } from "./machine-usage.ts";

const KEYS = ["requests", "inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;
const MAX = 2n ** 63n - 1n;
/** Prices are those of numbers. */
const MAX_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);
const WHOLE = { from: "2026-09-01", to: "2026-11-21" };

/** What a page may ask for. */
export const fleetQuery: fc.Arbitrary<FleetQuery> = fc.record(
  {
    from: fc.constantFrom("2026-08-01", "2026-11-19"),
    to: fc.constantFrom("2026-11-20", "2026-11-21"),
    by: fc.constantFrom("model", "machine", "account"),
    top: fc.integer({ min: 1, max: 3 }),
    rankedBy: fc.constantFrom("cost", "tokens"),
    model: fc.constant(["claude-opus-5", "other"]),
    account: fc.constant(["home", null]),
    machine: fc.constant(["1", "2"]),
  },
  { requiredKeys: ["from", "to", "by"] },
);

/** Compares what a page asks for with what is added up from `usage`. */
export async function sameFleetUsage(store: Store, query: FleetQuery): Promise<void> {
  await compare(store, query);
  await compareTotals(store);
  const { by: _by, top: _top, rankedBy: _rankedBy, machine: _machine, ...filters } = query;
  await sameMachineUsage(store, filters);
}

async function compare(store: Store, query: FleetQuery): Promise<void> {
  const { by, top = 8, rankedBy = "cost", ...filters } = query;
  const asked = JSON.stringify(query);
  const answer = await store.fleetUsage(query);
  const all = await store.usage({ ...filters, by: by === "model" ? ["day", by] : ["day", by, "model"] });
  // Whoever used nothing is no group.
  const rows = all.filter((row) => isUsed([row]));
  const keyOf = (row: UsageRow) => row[by] ?? null;
  const keys = [...new Set(rows.map(keyOf))];
  assert.equal(answer.groups.length, Math.min(top, keys.length), asked);
  const shown = answer.groups.map(({ key }) => key);
  const ofOthers = rows.filter((row) => !shown.includes(keyOf(row)));
  for (const { key, sum } of answer.groups) {
    sameSum(
      sum,
      rows.filter((row) => keyOf(row) === key),
      asked,
    );
  }
  assert.equal(answer.others?.count ?? 0, new Set(ofOthers.map(keyOf)).size, asked);
  const whole = await store.usage({ ...filters, by: ["day", "model"] });
  sameSum(answer.total, whole, asked);
  if (answer.others !== undefined) sameCounts(answer.others.sum, ofOthers, asked);
  sameRows(answer, rows, keyOf, asked);
  const amountOf = rankedBy === "cost" ? costOf : tokensOf;
  sameOrder(answer, rows, keyOf, amountOf, asked);
  const days = await store.usage({ ...filters, by: ["day"] });
  assert.deepEqual(
    answer.days,
    days.map(({ day }) => day),
    asked,
  );
  await compareBefore(store, query, answer);
}

async function compareBefore(store: Store, query: FleetQuery, { before }: FleetUsage): Promise<void> {
  const { by: _by, top: _top, rankedBy: _rankedBy, ...filters } = query;
  const length = daysFrom(query.from, query.to).length;
  const range = { from: addDays(query.from, -length), to: addDays(query.from, -1) };
  assert.deepEqual({ from: before.from, to: before.to }, range);
  sameSum(before.sum, await store.usage({ ...filters, ...range, by: ["day", "model"] }), "before");
  assert.equal(before.days, (await store.usage({ ...filters, ...range, by: ["day"] })).length);
}

/** Each row, in the order of days and groups; the last group is what others used. */
function sameRows(
  { groups, rows }: FleetUsage,
  all: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | null,
  asked: string,
): void {
  const expected = new Map<string, UsageRow[]>();
  for (const row of all) {
    const at = groups.findIndex(({ key }) => key === keyOf(row));
    const group = at === -1 ? groups.length : at;
    const name = JSON.stringify([row.day, String(group).padStart(3, "0"), row.model]);
    expected.set(name, [...(expected.get(name) ?? []), row]);
  }
  const used = [...expected].filter(([, parts]) => isUsed(parts)).sort(([a], [b]) => (a < b ? -1 : 1));
  const shown = rows.filter(({ counts }) => valuesOf(counts).some((count) => count > 0));
  const nameOf = ({ day, group, model }: (typeof rows)[number]) =>
    JSON.stringify([day, String(group).padStart(3, "0"), model]);
  assert.deepEqual(
    shown.map(nameOf),
    used.map(([name]) => name),
    asked,
  );
  for (const [index, [, parts]] of used.entries()) {
    const row = shown[index];
    if (row !== undefined) sameNumbers(row.counts, parts, asked);
  }
}

const costOf = (rows: readonly UsageRow[]): number => {
  const cost = totalCostOf(usesOf(rows));
  const hasPrice = rows.some((row) => row.model?.startsWith("claude"));
  return cost.status === "priced" && hasPrice ? cost.usd : -1;
};

const tokensOf = (rows: readonly UsageRow[]): number =>
  rows.reduce((sum, row) => sum + KEYS.slice(1).reduce((own, key) => own + Number(row[key]), 0), 0);

/** No group has more than one before it, or than one that is shown by name. */
function sameOrder(
  { groups }: FleetUsage,
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string | null,
  amountOf: (rows: readonly UsageRow[]) => number,
  asked: string,
): void {
  const of = (key: string | null) => amountOf(rows.filter((row) => keyOf(row) === key));
  const amounts = groups.map(({ key }) => of(key));
  const hidden = [...new Set(rows.map(keyOf))].filter((key) => !groups.some((group) => group.key === key));
  for (const [index, amount] of [...amounts, ...hidden.map(of)].entries()) {
    const before = index < amounts.length ? (amounts[index - 1] ?? amount) : (amounts.at(-1) ?? amount);
    assert.ok(amount <= before * (1 + 1e-9) || amount === before, asked);
  }
}

async function compareTotals(store: Store): Promise<void> {
  const totals = await store.machineTotals(WHOLE);
  const rows = (await store.usage({ ...WHOLE, by: ["machine", "model"] })).filter((row) => isUsed([row]));
  assert.deepEqual(
    new Set(totals.map(({ machine }) => machine)),
    new Set(rows.map(({ machine }) => machine)),
  );
  for (const total of totals) {
    const own = rows.filter(({ machine }) => machine === total.machine);
    sameCounts(total, own, "totals");
    const cost = totalCostOf(usesOf(own.map((row) => ({ ...row, day: WHOLE.to }))));
    if (own.every(({ model }) => !model?.startsWith("claude"))) assert.equal(total.costUsd, null);
    else if (cost.status === "priced" && own.every((row) => KEYS.every((key) => row[key] < MAX_NUMBER)))
      assert.ok(Math.abs((total.costUsd ?? -1) - cost.usd) <= 1e-9 * cost.usd);
  }
}

const usesOf = (rows: readonly UsageRow[]) =>
  rows.map((row) => ({ model: row.model ?? "", day: row.day ?? "", counts: countsOfSums(row) }));

function sameSum(sum: UsageSum, rows: readonly UsageRow[], asked: string): void {
  sameCounts(sum, rows, asked);
  assert.deepEqual(sum.cost, totalCostOf(usesOf(rows)), asked);
}

function sameCounts(sum: UsageCounts, rows: readonly UsageCounts[], asked: string): void {
  for (const key of KEYS) {
    const expected = rows.reduce((total, row) => total + row[key], 0n);
    assert.equal(sum[key], expected > MAX ? MAX : expected, `${asked} ${key}`);
  }
}

/** As numbers, which stop at 2^53-1. */
function sameNumbers(counts: Counts, rows: readonly UsageCounts[], asked: string): void {
  for (const key of KEYS) {
    const expected = rows.reduce((total, row) => total + row[key], 0n);
    assert.equal(counts[key], Number(expected > MAX_NUMBER ? MAX_NUMBER : expected), `${asked} ${key}`);
  }
}

const valuesOf = (counts: Counts): number[] => KEYS.map((key) => counts[key]);

const isUsed = (rows: readonly UsageCounts[]) => rows.some((row) => KEYS.some((key) => row[key] > 0n));
