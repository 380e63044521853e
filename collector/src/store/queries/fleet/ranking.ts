import { type Price, ratesOf } from "../../../../../src/prices/index.ts";
import type { RankedBy } from "../../fleet-records.ts";
import type { GroupTable } from "./kept-tables.ts";

/** The columns of `COUNTS` that are tokens. */
const TOKENS = [1, 2, 3, 4];

/** The groups that used something, with what each cost, in the precision of a number. */
export class Ranking {
  /** The rows of the groups. */
  readonly rows: readonly number[];
  readonly #table: GroupTable;
  readonly #costs: Float64Array;
  readonly #tokens: Float64Array;

  readonly #by: RankedBy;

  constructor(table: GroupTable, day: string, by: RankedBy = "cost") {
    this.#table = table;
    this.#by = by;
    this.#costs = new Float64Array(table.keys.length).fill(Number.NaN);
    this.#tokens = new Float64Array(table.keys.length).fill(-1);
    const rates = table.models.map((model) => ratesOf(model, day));
    const rows: number[] = [];
    table.each((row, column, at) => {
      if ((this.#tokens[row] ?? 0) < 0) {
        this.#tokens[row] = 0;
        rows.push(row);
      }
      for (const token of TOKENS) this.#tokens[row] = (this.#tokens[row] ?? 0) + table.nearest(at, token);
      const price = rates[column];
      if (price !== undefined) this.#costs[row] = (this.#costs[row] || 0) + dollarsOf(table, at, price);
    });
    this.rows = rows;
  }

  keyOf(row: number): string | null {
    return this.#table.keys[row] ?? null;
  }

  /** In dollars. Null if no model of the group has a price. */
  costOf(row: number): number | null {
    const cost = this.#costs[row] ?? Number.NaN;
    return Number.isNaN(cost) ? null : cost;
  }

  /** All rows, those that used the most first. */
  inOrder(): number[] {
    return [...this.rows].sort((a, b) => this.#compare(a, b));
  }

  /** The first of them. */
  top(most: number): number[] {
    const top: number[] = [];
    for (const row of this.rows) {
      const last = top.at(-1);
      if (top.length === most && (last === undefined || this.#compare(row, last) > 0)) continue;
      if (top.length === most) top.pop();
      const at = top.findIndex((other) => this.#compare(row, other) < 0);
      top.splice(at === -1 ? top.length : at, 0, row);
    }
    return top;
  }

  /** By cost, those without a price and equal ones stand in the order of their tokens. */
  #compare(a: number, b: number): number {
    return (
      (this.#by === "cost" ? (this.costOf(b) ?? -1) - (this.costOf(a) ?? -1) : 0) ||
      (this.#tokens[b] ?? 0) - (this.#tokens[a] ?? 0) ||
      ((this.keyOf(a) ?? "") < (this.keyOf(b) ?? "") ? -1 : 1)
    );
  }
}

/** Without a length, a cache write costs the middle of both prices, as in `src/prices`. */
function dollarsOf(table: GroupTable, at: number, price: Price): number {
  const writes = table.nearest(at, 3);
  const known = Math.min(table.nearest(at, 5), writes);
  const written =
    known > 0
      ? (writes - known) * price.cacheWrite5m + known * price.cacheWrite1h
      : (writes * (price.cacheWrite5m + price.cacheWrite1h)) / 2;
  const [input, output, reads] = [table.nearest(at, 1), table.nearest(at, 2), table.nearest(at, 4)];
  return (input * price.input + output * price.output + reads * price.cacheRead + written) / 1e6;
}
