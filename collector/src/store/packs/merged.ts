import { COUNTS } from "../counts.ts";
import { addPack } from "./add-pack.ts";
import type { DecodedPack } from "./decoded.ts";
import { SumTable } from "./sum-table.ts";

const WIDTH = COUNTS.length;
/** More than there can be accounts. */
const ACCOUNTS = 2 ** 21;

/** Adds up packs, so that all questions about their days are answered from one. */
export class MergedPacks {
  readonly #table = new SumTable<number>();
  readonly #accounts: string[] = [];
  readonly #places = new Map<string, number>();

  add(pack: DecodedPack, sign: 1 | -1): void {
    const keyOf = (machine: number, account: string) => machine * ACCOUNTS + this.#placeOf(account);
    const part = { isAccount: pack.accounts.map(() => true), isModel: pack.models.map(() => true), sign };
    addPack({ table: this.#table, by: "both", keyOf }, pack, part);
  }

  #placeOf(account: string): number {
    const known = this.#places.get(account);
    if (known !== undefined) return known;
    this.#places.set(account, this.#accounts.length);
    return this.#accounts.push(account) - 1;
  }

  pack(): DecodedPack {
    const table = this.#table;
    let length = 0;
    table.each(() => {
      length++;
    });
    const [machine, sums] = [new Float64Array(length), new Float64Array(length * WIDTH)];
    const [account, model] = [new Int32Array(length), new Int32Array(length)];
    const large: { entry: number; sums: bigint[] }[] = [];
    let entry = 0;
    table.each((row, column, at) => {
      const key = table.keys[row] ?? 0;
      machine[entry] = Math.floor(key / ACCOUNTS);
      account[entry] = key % ACCOUNTS;
      model[entry] = column;
      if (table.isExact(at))
        for (let index = 0; index < WIDTH; index++) sums[entry * WIDTH + index] = table.nearest(at, index);
      else large.push({ entry, sums: table.exact(at) });
      entry++;
    });
    const bytes = machine.byteLength + account.byteLength + model.byteLength + sums.byteLength;
    return {
      accounts: this.#accounts,
      models: table.models,
      length,
      machine,
      account,
      model,
      sums,
      large,
      bytes,
    };
  }
}
