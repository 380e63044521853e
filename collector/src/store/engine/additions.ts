import type { Addition } from "./upsert.ts";

type Row = readonly (string | number)[];

/**
 * What is to be added to sums at the end of a transaction. The pushes that share one add to the same few rows: to each row only
 * once, with the sum of all.
 */
export class Additions {
  readonly #all: { readonly statement: Addition; readonly row: Row }[] = [];

  /** How many there are: a mark to go back to. */
  get length(): number {
    return this.#all.length;
  }

  add(statement: Addition, rows: readonly Row[]): void {
    for (const row of rows) this.#all.push({ statement, row });
  }

  /** Forgets what was added since. */
  backTo(length: number): void {
    this.#all.length = length;
  }

  /** Forgets all. @returns the rows for each statement, each key once */
  take(): Map<Addition, Row[]> {
    const sums = new Map<Addition, Map<string, (string | number)[]>>();
    for (const { statement, row } of this.#all) {
      const ofStatement = sums.get(statement) ?? new Map<string, (string | number)[]>();
      sums.set(statement, ofStatement);
      const key = row.slice(0, statement.keyWidth).join("\0");
      const known = ofStatement.get(key);
      if (known === undefined) ofStatement.set(key, [...row]);
      else addTo(known, row, statement.keyWidth);
    }
    this.backTo(0);
    return new Map([...sums].map(([statement, rows]) => [statement, [...rows.values()]]));
  }
}

function addTo(sum: (string | number)[], row: Row, from: number): void {
  for (let index = from; index < row.length; index++) sum[index] = Number(sum[index]) + Number(row[index]);
}
