import type { Sum } from "../../../../src/report/index.ts";
import { short } from "../../../../src/text/numbers.ts";
import type { FleetUsage } from "../../store/index.ts";
import { type Cell, columnsOf, type PageGrouping, type Table } from "../site/index.ts";
import { costCellOf, tokensCell } from "./chart.ts";
import { distinctNames } from "./names.ts";
import { sumFrom } from "./sums.ts";

const WORDS = { model: "Model", machine: "Machine", account: "Account" } as const;
const COUNTS = {
  requests: "Requests",
  inputTokens: "Input",
  outputTokens: "Output",
  cacheCreationTokens: "Cache written",
  cacheReadTokens: "Cache read",
} as const;

/** All figures of each group in the range. */
export function figuresOf(use: FleetUsage, by: PageGrouping, nameOf: (key: string | null) => string): Table {
  const names = distinctNames(
    use.groups.map(({ key }) => key),
    nameOf,
  );
  const rows = use.groups.map(({ key, sum }, index) => [
    nameCell(by, key, names[index] ?? ""),
    ...cellsOf(sumFrom(sum)),
  ]);
  const { others } = use;
  const rest = others === undefined ? [] : [[`Others (${others.count})`, ...cellsOf(sumFrom(others.sum))]];
  return {
    name: `by-${by}`,
    caption: `All figures by ${by}`,
    columns: columnsOf({ [by]: WORDS[by], costUsd: "Cost", tokens: "Tokens", ...COUNTS }, [by]),
    rows: [...rows, ...rest],
    total: ["Total", ...cellsOf(sumFrom(use.total))],
  };
}

/** Exports have the model itself, people its name. */
function nameCell(by: PageGrouping, key: string | null, name: string): Cell {
  return by === "model" ? { value: key, shown: name } : name;
}

function cellsOf(sum: Sum): Cell[] {
  const keys = Object.keys(COUNTS) as (keyof typeof COUNTS)[];
  const counts = keys.map((key): Cell => ({ value: sum.counts[key], shown: short(sum.counts[key]) }));
  return [costCellOf(sum), tokensCell(sum), ...counts];
}
