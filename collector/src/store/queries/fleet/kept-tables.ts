import { SumTable } from "../../packs/index.ts";
import type { OpenRecords } from "../open-records.ts";

export type GroupTable = SumTable<string | null>;

/** The most that are kept, those that were asked for last: one of 10,000 machines takes 6 MB. */
const MOST = 6;

type Records = ReadonlyMap<number, OpenRecords>;

/** What the machines of a range used: on its packed days once, and on its open days as these are at the moment. */
export class KeptTable {
  readonly table: GroupTable = new SumTable();
  readonly #keyOf: (machine: number) => string | null;
  readonly #models: ReadonlySet<string> | undefined;
  #added: readonly Records[] = [];

  /** @param models only these, if any are named */
  constructor(keyOf: (machine: number) => string | null, models?: readonly string[]) {
    this.#keyOf = keyOf;
    this.#models = models?.length ? new Set(models) : undefined;
  }

  /** Takes away what is different from the last time, and adds what there is instead. @param parts by machine, always as many */
  bringTo(parts: readonly Records[]): void {
    for (const [index, next] of parts.entries()) {
      const before = this.#added[index] ?? new Map<number, OpenRecords>();
      for (const [machine, records] of before)
        if (next.get(machine) !== records) this.#add(machine, records, -1);
      for (const [machine, records] of next)
        if (before.get(machine) !== records) this.#add(machine, records, 1);
    }
    this.#added = parts;
  }

  #add(machine: number, { models, counts }: OpenRecords, sign: 1 | -1): void {
    if (models.length === 0) return;
    const row = this.table.row(this.#keyOf(machine));
    for (const [place, name] of models.entries()) {
      if (this.#models?.has(name) !== false)
        this.table.addFrom(row, this.table.column(name), counts, place, sign);
    }
  }
}

/** Tables by what they are of. Where that has changed, a table is made again. */
export class KeptTables {
  readonly #tables = new Map<string, KeptTable>();

  /** @param make called if there is none */
  async of(name: string, make: () => Promise<KeptTable>): Promise<KeptTable> {
    const kept = this.#tables.get(name) ?? (await make());
    this.#tables.delete(name);
    this.#tables.set(name, kept);
    for (const oldest of this.#tables.keys()) {
      if (this.#tables.size <= MOST) break;
      this.#tables.delete(oldest);
    }
    return kept;
  }
}
