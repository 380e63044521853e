import type { DecodedPack } from "./decoded.ts";
import type { SumTable } from "./sum-table.ts";

/** A table, and which of its groups the use of a machine under an account belongs to. */
export interface Target<Key> {
  readonly table: SumTable<Key>;
  /** What a group depends on. */
  readonly by: "machine" | "account" | "both";
  readonly keyOf: (machine: number, account: string) => Key;
}

/** Which entries of a pack to add, by the places of its names. */
interface Part {
  readonly isAccount: readonly boolean[];
  readonly isModel: readonly boolean[];
  readonly sign: 1 | -1;
}

/** Adds a pack to a table. Entries of one machine and account follow each other. */
export function addPack<Key>(
  { table, by, keyOf }: Target<Key>,
  pack: DecodedPack,
  { isAccount, isModel, sign }: Part,
): void {
  const { machine, account, model, sums, length } = pack;
  const columns = pack.models.map((name, place) => (isModel[place] ? table.column(name) : -1));
  const rows = new Map<number, number>();
  const newRow = (id: number, place: number) => table.row(keyOf(id, pack.accounts[place] ?? ""));
  const rowOf = (id: number, place: number): number => {
    if (by === "both") return newRow(id, place);
    const known = rows.get(by === "machine" ? id : place);
    if (known !== undefined) return known;
    const row = newRow(id, place);
    rows.set(by === "machine" ? id : place, row);
    return row;
  };
  let [lastMachine, lastAccount, row] = [-1, -1, 0];
  for (let entry = 0; entry < length; entry++) {
    const [id, place] = [machine[entry] as number, account[entry] as number];
    const column = columns[model[entry] as number] as number;
    if (column === -1 || !isAccount[place]) continue;
    if (id !== lastMachine || place !== lastAccount) {
      [lastMachine, lastAccount] = [id, place];
      row = rowOf(id, place);
    }
    table.addFrom(row, column, sums, entry, sign);
  }
  for (const { entry, sums: exact } of pack.large) {
    const place = account[entry] as number;
    const column = columns[model[entry] as number] as number;
    if (column !== -1 && isAccount[place])
      table.addExact(rowOf(machine[entry] as number, place), column, exact, sign);
  }
}
