import { type Kysely, type RawBuilder, sql } from "kysely";
import { COUNTS, capped } from "../counts.ts";
import type { Grouping, UsageCounts, UsageQuery, UsageRow } from "../records.ts";
import type { Tables } from "../tables.ts";
import { machineNumber } from "./machines.ts";
import { type Source, sourceOf } from "./usage-source.ts";

/** Keys and sums as they are read: sums in two parts, as text, because each may be over 2^53. */
interface SumRow {
  readonly day?: string;
  readonly machine?: number;
  readonly model?: string;
  readonly account?: string;
  readonly [sum: `low${number}` | `high${number}`]: string;
}

/** The keys of one group, and what it used: the counts in the order of their columns, however large. */
export interface Group {
  readonly keys: Pick<UsageRow, Grouping>;
  readonly sums: readonly bigint[];
}

export async function queryUsage(db: Kysely<Tables>, query: UsageQuery): Promise<UsageRow[]> {
  return (await queryGroups(db, query)).map(({ keys, sums }) => ({ ...keys, ...usageCounts(sums) }));
}

/** Answers from sums wherever no single machine is asked about. */
export async function queryGroups(db: Kysely<Tables>, query: UsageQuery): Promise<Group[]> {
  const machines = await membersOf(db, query);
  const source = sourceOf(query);
  const { rows } = await selection(source, query, machines).execute(db);
  const roots = query.by.includes("machine") ? await mergedMachines(db) : new Map<number, number>();
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const group = groupOf(row, query.by, roots);
    const name = JSON.stringify(query.by.map((key) => group.keys[key]));
    const known = groups.get(name);
    groups.set(name, known === undefined ? group : { ...group, sums: added(known.sums, group.sums) });
  }
  return [...groups.values()].sort(byKeys);
}

/** @param type what sums are read as: `bigint` only where each is of one day, and its parts are exact numbers */
export function selection(
  source: Source,
  query: UsageQuery,
  machines: readonly number[] | undefined,
  type: "text" | "bigint" = "text",
): RawBuilder<SumRow> {
  const { from, keys, low, high, having } = source;
  const columns = query.by.map((key) => sql`${keys[key]} as ${sql.ref(key)}`);
  const sums = COUNTS.flatMap(([, column], index) => [
    sql`cast(sum(${low(column)}) as ${sql.raw(type)}) as ${sql.ref(`low${index}`)}`,
    sql`cast(sum(${high(column)}) as ${sql.raw(type)}) as ${sql.ref(`high${index}`)}`,
  ]);
  const grouped = query.by.length === 0 ? sql`` : sql`group by ${sql.join(query.by.map((key) => keys[key]))}`;
  return sql<SumRow>`select ${sql.join([...columns, ...sums])} from ${from} where ${conditionsOf(source, query, machines)}
    ${grouped} having ${having}`;
}

/** Which rows of a source a query is about. */
export function conditionsOf(
  { keys, where }: Source,
  query: UsageQuery,
  machines: readonly number[] | undefined,
): RawBuilder<unknown> {
  const conditions = [sql`${keys.day} >= ${query.from}`, sql`${keys.day} <= ${query.to}`, ...where];
  if (machines !== undefined) conditions.push(anyOf(keys.machine, machines));
  if (query.account?.length)
    conditions.push(
      anyOf(
        keys.account,
        query.account.map((name) => name ?? ""),
      ),
    );
  return sql.join(conditions, sql` and `);
}

export function anyOf(
  column: RawBuilder<unknown>,
  values: readonly (string | number)[],
): RawBuilder<unknown> {
  return values.length === 0 ? sql`1 = 0` : sql`${column} in (${sql.join(values)})`;
}

/** The machines to ask about: those of the filter, with what was merged into them. */
export async function membersOf(
  db: Kysely<Tables>,
  { machine }: Pick<UsageQuery, "machine">,
): Promise<number[] | undefined> {
  if (machine === undefined || machine.length === 0) return undefined;
  const ids = machine.flatMap((id) => machineNumber(id) ?? []);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("machine").select("id").where("root", "in", ids).execute();
  return rows.map(({ id }) => id);
}

/** What each merged machine is shown as. */
export async function mergedMachines(db: Kysely<Tables>): Promise<Map<number, number>> {
  const rows = await db.selectFrom("machine").select(["id", "root"]).whereRef("id", "<>", "root").execute();
  return new Map(rows.map(({ id, root }) => [id, root]));
}

function groupOf(row: SumRow, by: readonly Grouping[], roots: ReadonlyMap<number, number>): Group {
  const keys = {
    ...(by.includes("day") && { day: row.day ?? "" }),
    ...(by.includes("machine") && { machine: String(roots.get(row.machine ?? 0) ?? row.machine) }),
    ...(by.includes("model") && { model: row.model ?? "" }),
    ...(by.includes("account") && { account: row.account || null }),
  };
  const sums = COUNTS.map((_, index) => {
    const [low, high] = [row[`low${index}`], row[`high${index}`]];
    return BigInt(low ?? 0) + (BigInt(high ?? 0) << 32n);
  });
  return { keys, sums };
}

export const added = (a: readonly bigint[], b: readonly bigint[]): bigint[] =>
  a.map((sum, index) => sum + (b[index] ?? 0n));

/** Sums in the order of their columns as counts. Pages make tens of thousands, so each is written out. */
export function usageCounts(sums: readonly bigint[]): UsageCounts {
  const [requests = 0n, input = 0n, output = 0n, written = 0n, read = 0n, written1h = 0n] = sums;
  return {
    requests: capped(requests),
    inputTokens: capped(input),
    outputTokens: capped(output),
    cacheCreationTokens: capped(written),
    cacheReadTokens: capped(read),
    cacheCreation1hTokens: capped(written1h),
  };
}

/** By day, machine, model, account; by code unit, null first. */
export function byKeys(a: Group, b: Group): number {
  for (const key of ["day", "machine", "model", "account"] as const) {
    const [first, second] = [a.keys[key] ?? null, b.keys[key] ?? null];
    if (first === second) continue;
    if (first === null) return -1;
    if (second === null) return 1;
    return first < second ? -1 : 1;
  }
  return 0;
}
