import { sql } from "kysely";
import { COUNT_COLUMNS } from "../../counts.ts";
import type { UsageQuery, UsageRow } from "../../records.ts";
import type { Reading } from "../reading.ts";
import { anyOf, byKeys, type Group, queryUsage, usageCounts } from "../usage.ts";
import { groupSums } from "./group-sums.ts";
import type { GroupTable } from "./kept-tables.ts";
import { type FleetKept, type Moment, momentOf } from "./moment.ts";
import { rowSums } from "./row-sums.ts";

const NOTHING: readonly bigint[] = [];

/** The rows of a query. Those of all machines over a range are added up from packs: their records may be millions. */
export async function usage(reading: Reading, kept: FleetKept, query: UsageQuery): Promise<UsageRow[]> {
  if (!isOfMachines(query)) return queryUsage(reading.db, query);
  const moment = await momentOf(reading, kept);
  const groups = await (query.by.includes("model") ? byModel(moment, query) : byMachine(moment, query));
  return groups.sort(byKeys).map(({ keys, sums }) => ({ ...keys, ...usageCounts(sums) }));
}

function isOfMachines({ by, machine }: UsageQuery): boolean {
  return by.includes("machine") && !by.includes("day") && !by.includes("account") && !machine?.length;
}

/** A machine with a day is a row, whatever it used. */
async function byMachine(moment: Moment, query: UsageQuery): Promise<Group[]> {
  const machines = await heldMachines(moment, query);
  const table = await tableOf(moment, query);
  const sums = rowSums(table);
  const rows = new Map(table.keys.map((key, row) => [key, row]));
  return machines.map((machine) => ({
    keys: { machine },
    sums: sums.get(rows.get(machine) ?? -1) ?? NOTHING,
  }));
}

/** Packs have no entry for a model that a machine named without using it. */
async function byModel(moment: Moment, query: UsageQuery): Promise<Group[]> {
  const unused = await unusedModels(moment, query);
  const table = await tableOf(moment, query);
  const groups = new Map<string, Group>(unused.map((group) => [nameOf(group), group]));
  table.each((row, column, at) => {
    const keys = { machine: table.keys[row] ?? "", model: table.models[column] ?? "" };
    const group = { keys, sums: table.exact(at) };
    groups.set(nameOf(group), group);
  });
  return [...groups.values()];
}

const nameOf = ({ keys }: Group) => `${keys.machine} ${keys.model}`;

/** It changes with the next answer, so whatever waits is done before. */
async function tableOf(moment: Moment, { by: _by, machine: _machine, ...query }: UsageQuery) {
  const [table] = await groupSums(moment, query, ["machine"]);
  return table as GroupTable;
}

async function heldMachines({ reading, roots }: Moment, query: UsageQuery): Promise<string[]> {
  const day = sql`d.machine = m.id and d.day >= ${query.from} and d.day <= ${query.to}`;
  const columns = await reading.columns(
    sql`select m.id from machine m where exists (select 1 from machine_day d where ${day} and ${isCounted(query)})`,
  );
  return [...new Set(Array.from(columns.numbers("id"), (id) => String(roots.get(id) ?? id)))];
}

async function unusedModels({ reading, roots }: Moment, query: UsageQuery): Promise<Group[]> {
  const isUnused = sql.raw(COUNT_COLUMNS.map((name) => `u.${name} = 0`).join(" and "));
  const isModel = query.model?.length ? anyOf(sql`u.model`, query.model) : sql`1 = 1`;
  const columns = await reading.columns(sql`select u.machine, u.model from usage u
    where u.day >= ${query.from} and u.day <= ${query.to} and ${isUnused} and ${isModel}
    and exists (select 1 from machine_day d where d.machine = u.machine and d.day = u.day and ${isCounted(query)})`);
  const { names, places } = columns.texts("model");
  return Array.from(columns.numbers("machine"), (id, at) => ({
    keys: { machine: String(roots.get(id) ?? id), model: names[places[at] ?? 0] ?? "" },
    sums: NOTHING,
  }));
}

function isCounted({ account }: UsageQuery) {
  const names = account?.map((name) => name ?? "") ?? [];
  return names.length === 0 ? sql`d.counted = 1` : sql`d.counted = 1 and ${anyOf(sql`d.account`, names)}`;
}
