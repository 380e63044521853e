import { COUNT_COLUMNS, type CountRow } from "../counts.ts";
import { PackCursor, PackWriter } from "./body.ts";
import { addCounts, addLimbs, countsIn } from "./limbs.ts";
import { MachineSums } from "./machine-sums.ts";

/** Machines that are added up before others get their turn. */
const AT_ONCE = 250;

export interface RecordRow extends CountRow {
  readonly machine: number;
  readonly account: string;
  /** Null for a day without models. */
  readonly model: string | null;
}

/** Counts by machine, account and model. Each is a sum in two parts, because one number could not hold it. */
export type ChangeRow = Record<`${string}_low` | `${string}_high`, number> & Omit<RecordRow, keyof CountRow>;

const limbsIn = (row: ChangeRow): number[] => [
  ...COUNT_COLUMNS.map((name) => row[`${name}_low`] ?? 0),
  ...COUNT_COLUMNS.map((name) => row[`${name}_high`] ?? 0),
];

/** Rows in the order of machines, which are taken machine by machine. */
export class Rows<Row extends { readonly machine: number }> {
  readonly #rows: readonly Row[];
  #at = 0;

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  /** Of the next row; infinity at the end. */
  get machine(): number {
    return this.#rows[this.#at]?.machine ?? Number.POSITIVE_INFINITY;
  }

  *of(machine: number): Generator<Row> {
    for (let row = this.#rows[this.#at]; row?.machine === machine; row = this.#rows[++this.#at]) yield row;
  }
}

/** Adds up a pack, changes to it and a day's records. All are in the order of machines. */
export class Merging {
  records = new Rows<RecordRow>([]);
  readonly #writer = new PackWriter();
  readonly #sums = new MachineSums();
  readonly #base: PackCursor | undefined;
  readonly #changes: Rows<ChangeRow>;
  #hasBase = false;

  constructor(base: Uint8Array | undefined, changes: readonly ChangeRow[]) {
    this.#base = base && new PackCursor(base);
    this.#changes = new Rows(changes);
    this.#hasBase = this.#base?.next() ?? false;
  }

  /** Adds up some machines. @param last up to this one. @returns whether there are more until then */
  goOn(last: number): boolean {
    for (let count = 0; count < AT_ONCE; count++) {
      const ofBase = this.#hasBase ? (this.#base?.machine ?? 0) : Number.POSITIVE_INFINITY;
      const machine = Math.min(ofBase, this.#changes.machine, this.records.machine);
      if (machine > last || machine === Number.POSITIVE_INFINITY) return false;
      this.#write(machine);
    }
    return true;
  }

  body(): Buffer {
    return this.#writer.body();
  }

  #write(machine: number): void {
    const sums = this.#sums;
    for (const base = this.#base; this.#hasBase && base?.machine === machine; this.#hasBase = base.next()) {
      const { accounts, models } = base.names;
      addLimbs(sums.of(accounts[base.account] ?? "", models[base.model] ?? ""), base.sum, 1);
    }
    for (const change of this.#changes.of(machine))
      addLimbs(sums.of(change.account, change.model ?? ""), limbsIn(change), 1);
    for (const record of this.records.of(machine)) {
      if (record.model !== null) addCounts(sums.of(record.account, record.model), countsIn(record), 1);
    }
    for (const entry of sums.take(machine)) this.#writer.add(entry);
  }
}
