import { type RawBuilder, sql } from "kysely";
import type { COUNT_COLUMNS } from "../counts.ts";
import type { Grouping, UsageQuery } from "../records.ts";

type Column = (typeof COUNT_COLUMNS)[number];
type Part = RawBuilder<unknown>;

/** Where the rows of a query come from. */
export interface Source {
  readonly from: Part;
  readonly keys: Readonly<Record<Grouping, Part>>;
  /** What to sum up for a column: `low + high * 2^32`. */
  readonly low: (column: Column) => Part;
  readonly high: (column: Column) => Part;
  readonly where: readonly Part[];
  /** Whether a group is shown: its days are held. */
  readonly having: Part;
}

/**
 * The smallest table that can answer. Which rows there are depends on the days that are held, not on the models: a day without
 * models is a row of zeros, unless the rows are by model.
 */
export function sourceOf(query: UsageQuery): Source {
  const source = wholeSourceOf(query);
  if (!isOfAccounts(query) || !query.account?.length) return source;
  // Day by day: a range has the sums of all accounts.
  const days = sql`(select distinct day from day_sum where day >= ${query.from} and day <= ${query.to}) held`;
  return {
    ...source,
    from: sql`${days} cross join account_day_sum`,
    where: [...source.where, sql`account_day_sum.day = held.day`],
  };
}

const asksFor = (query: UsageQuery, key: Grouping): boolean =>
  query.by.includes(key) || (key !== "day" && Boolean(query[key]?.length));

const isOfAccounts = (query: UsageQuery): boolean => asksFor(query, "account") && !asksFor(query, "machine");

function wholeSourceOf(query: UsageQuery): Source {
  if (asksFor(query, "machine")) return asksFor(query, "model") ? machineModels(query) : machineDays();
  return fleetSums(asksFor(query, "account") ? "account_day_sum" : "day_sum", query);
}

/** The sums over all machines. The empty model is the sum of all models. */
function fleetSums(table: "day_sum" | "account_day_sum", { by, model }: UsageQuery): Source {
  const t = (column: string) => sql.ref(`${table}.${column}`);
  const isAll = sql`${t("model")} = ''`;
  // Whoever asks for the empty model asks for one that no machine has, not for the sum of all.
  const named = model?.filter((name) => name !== "");
  const isNamed = named?.length ? sql`${t("model")} in (${sql.join(named)})` : sql`1 = 0`;
  const isOfFilter = model?.length ? isNamed : undefined;
  const common = {
    from: sql.table(table),
    keys: { day: t("day"), machine: sql`0`, model: t("model"), account: t("account") },
    high: (column: Column) => t(`${column}_high`),
    low: (column: Column) => t(column),
    having: sql`sum(${t("holders")}) > 0`,
  };
  if (by.includes("model")) return { ...common, where: [isOfFilter ?? sql`${t("model")} <> ''`] };
  if (isOfFilter === undefined) return { ...common, where: [isAll] };
  const unlessAll = (value: Part) => sql`case when ${isAll} then 0 else ${value} end`;
  return {
    ...common,
    high: (column) => unlessAll(common.high(column)),
    low: (column) => unlessAll(common.low(column)),
    where: [sql`(${isAll} or ${isOfFilter})`],
    having: sql`sum(case when ${isAll} then ${t("holders")} else 0 end) > 0`,
  };
}

/** The totals of each machine's days. */
function machineDays(): Source {
  return { ...machineKeys("d"), from: sql`machine_day as d` };
}

/** The models of each machine's days. */
function machineModels({ by, model }: UsageQuery): Source {
  const filter = model?.length ? sql`u.model in (${sql.join(model)})` : sql`1 = 1`;
  const join = by.includes("model") ? sql`join` : sql`left join`;
  return {
    ...machineKeys("u"),
    from: sql`machine_day as d ${join} usage as u on u.machine = d.machine and u.day = d.day and ${filter}`,
  };
}

function machineKeys(counts: "d" | "u"): Omit<Source, "from"> {
  const value = (column: Column) => sql`coalesce(${sql.ref(`${counts}.${column}`)}, 0)`;
  return {
    keys: {
      day: sql`d.day`,
      machine: sql`d.machine`,
      model: sql`u.model`,
      account: sql`d.account`,
    },
    low: (column) => sql`(${value(column)} & 4294967295)`,
    high: (column) => sql`(${value(column)} >> 32)`,
    where: [sql`d.counted = 1`],
    having: sql`count(*) > 0`,
  };
}
