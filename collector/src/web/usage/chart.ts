import { daysFrom } from "../../../../src/base/calendar.ts";
import { tokensOf } from "../../../../src/contract/index.ts";
import {
  type Entry,
  type Markup,
  MEASURES,
  type Measure,
  type Period,
  periodKey,
  periodName,
  periodsOf,
  type Sum,
  shortPeriodName,
  sumOf,
  type TimelineColumn,
  timelineOf,
} from "../../../../src/report/index.ts";
import { short } from "../../../../src/text/numbers.ts";
import { wholeDays } from "../../../../src/text/times.ts";
import type { FleetUsage } from "../../store/index.ts";
import { type Cell, type Column, columnsOf, type PageGrouping, type Table } from "../site/index.ts";
import { groupColors } from "./colors.ts";
import { distinctNames } from "./names.ts";
import { sumFrom } from "./sums.ts";

/** What a chart of usage shows. */
export interface UsageChartFacts {
  readonly use: FleetUsage;
  /** The days, both included, and the Toronto day. */
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly by: PageGrouping;
  /** The name of a group. */
  readonly nameOf: (key: string | null) => string;
  readonly measure: Measure;
}

const UNIT_WORDS = { day: "Day", week: "Week", month: "Month" } as const;
const FIXED = { costUsd: "Cost", tokens: "Tokens", requests: "Requests" } as const;

/** A period with what was used in it, by group. Undefined without a record. */
interface UsedPeriod {
  readonly period: Period;
  readonly recorded: number;
  readonly length: number;
  readonly sums: readonly Sum[] | undefined;
  readonly total: Sum;
}

/** What was used by day, week or month, stacked by group, and the same as a table. */
export function usageChart(facts: UsageChartFacts): { chart: Markup; table: Table } {
  const { use, measure, by, nameOf } = facts;
  const unit = periodsOf(facts.from, facts.to)[0]?.unit ?? "day";
  const others = use.others === undefined ? [] : [`Others (${use.others.count})`];
  const keys = use.groups.map(({ key }) => key);
  const names = [...distinctNames(keys, nameOf, [unit, ...Object.keys(FIXED), ...others]), ...others];
  const periods = usedPeriods(facts, names.length);
  const colors = groupColors(by, keys);
  const series = names.map((name, index) => ({ name, color: colors[index] ?? "other" }));
  const chart = timelineOf({
    label: labelOf(facts, periods),
    columns: periods.map((period) => columnOf(period, facts)),
    series,
    text: measure.amount,
    brief: (amount) => `${measure.unit}${measure.brief(amount)}`,
  });
  const ordered: Column[] = [
    ...columnsOf({ [unit]: UNIT_WORDS[unit] }, [unit]),
    ...columnsOf(FIXED),
    ...names.map((name) => ({ key: name, head: name })),
  ];
  const table: Table = {
    name: "usage",
    caption: `${measure.name} by ${unit} and ${by}`,
    columns: ordered,
    rows: periods.toReversed().map((period) => rowOf(period, names.length, measure)),
    total: [
      "Total",
      ...fixedCells(sumFrom(use.total)),
      ...[...use.groups, ...(use.others === undefined ? [] : [use.others])].map(({ sum }) =>
        amountCell(sumFrom(sum), measure),
      ),
    ],
  };
  return { chart, table };
}

function usedPeriods({ use, from, to }: UsageChartFacts, groups: number): UsedPeriod[] {
  const periods = periodsOf(from, to);
  const unit = periods[0]?.unit ?? "day";
  const entries = new Map<string, Entry[][]>();
  const recorded = new Map<string, number>();
  const keys = new Map<string, string>();
  const keyOf = (day: string) => {
    const key = keys.get(day) ?? periodKey(unit, day);
    keys.set(day, key);
    return key;
  };
  for (const day of use.days) {
    const key = keyOf(day);
    recorded.set(key, (recorded.get(key) ?? 0) + 1);
  }
  for (const row of use.rows) {
    const key = keyOf(row.day);
    const known = entries.get(key) ?? Array.from({ length: groups }, (): Entry[] => []);
    entries.set(key, known);
    known[row.group]?.push(row);
  }
  return periods.map((period) => {
    const own = entries.get(period.key) ?? Array.from({ length: groups }, (): Entry[] => []);
    const days = recorded.get(period.key) ?? 0;
    return {
      period,
      recorded: days,
      length: daysFrom(period.from, period.to).length,
      sums: days === 0 ? undefined : own.map((group) => sumOf(group)),
      total: sumOf(own.flat()),
    };
  });
}

function columnOf(
  { period, sums, recorded, length }: UsedPeriod,
  { measure, today }: UsageChartFacts,
): TimelineColumn {
  const isCurrent = period.from <= today && today <= period.to;
  const notes = [
    ...(recorded > 0 && recorded < length ? [`Data for ${recorded} of ${length} days`] : []),
    ...(isCurrent ? [period.unit === "day" ? "Today so far" : "Up to today"] : []),
  ];
  return {
    title: periodName(period),
    foot: shortPeriodName(period),
    amounts: sums?.map(measure.of),
    ...(notes.length > 0 && { note: notes.join(". ") }),
  };
}

function rowOf({ period, sums, total }: UsedPeriod, groups: number, measure: Measure): Cell[] {
  const name = { value: period.key, shown: periodName(period) };
  if (sums === undefined)
    return [name, ...Array.from({ length: groups + Object.keys(FIXED).length }, () => null)];
  return [name, ...fixedCells(total), ...sums.map((sum) => amountCell(sum, measure))];
}

function fixedCells(sum: Sum): Cell[] {
  return [costCellOf(sum), tokensCell(sum), sum.counts.requests];
}

function amountCell(sum: Sum, measure: Measure): Cell {
  return measure.name === "Cost" ? costCellOf(sum) : tokensCell(sum);
}

/** A cost as it is shown, with its marks. Without a price it is null. */
export function costCellOf(sum: Sum): Cell {
  const { cost } = sum;
  return cost.status === "priced" ? { value: cost.usd, shown: MEASURES.cost.text(sum) } : null;
}

/** A number of tokens, in short. */
export function tokensCell({ counts }: Sum): Cell {
  const tokens = tokensOf(counts);
  return { value: tokens, shown: short(tokens) };
}

function labelOf({ use, measure, from, to, by }: UsageChartFacts, periods: readonly UsedPeriod[]): string {
  const most = periods.toSorted((a, b) => measure.of(b.total) - measure.of(a.total))[0];
  const total = measure.text(sumFrom(use.total));
  const peak =
    most === undefined || measure.of(most.total) === 0
      ? ""
      : `; the most was ${measure.text(most.total)}, ${periodName(most.period)}`;
  return `${measure.name} by ${by}, ${wholeDays(from, to)}: ${total} in all${peak}. The table below has all figures.`;
}
