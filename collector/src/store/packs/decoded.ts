import { COUNTS } from "../counts.ts";
import { PackCursor } from "./body.ts";

const WIDTH = COUNTS.length;
const LIMB = 2 ** 32;
/** From this on, a high part and its low one are more than a number holds exactly. */
const MAX_HIGH = 2 ** 21;
/** Entries that there is room for at first. */
const FIRST_ROOM = 1_024;

/** A pack by columns, in the order of machines. */
export interface DecodedPack {
  readonly accounts: readonly string[];
  readonly models: readonly string[];
  readonly length: number;
  /** Of each entry: its machine, and the places of its names. */
  readonly machine: Float64Array;
  readonly account: Int32Array;
  readonly model: Int32Array;
  /** The sums of each entry, side by side: nothing of an entry that is in `large`. */
  readonly sums: Float64Array;
  /** Entries with a sum that a number does not hold exactly. */
  readonly large: readonly { readonly entry: number; readonly sums: readonly bigint[] }[];
  /** What it takes in memory. */
  readonly bytes: number;
}

export function decodePack(body: Uint8Array): DecodedPack {
  const cursor = new PackCursor(body);
  const large: { entry: number; sums: bigint[] }[] = [];
  let columns = roomFor(FIRST_ROOM);
  let length = 0;
  for (; cursor.next(); length++) {
    if (length === columns.machine.length) columns = wider(columns);
    const { machine, account, model, sums } = columns;
    machine[length] = cursor.machine;
    account[length] = cursor.account;
    model[length] = cursor.model;
    const { sum } = cursor;
    let isLarge = false;
    for (let index = 0; index < WIDTH; index++) {
      const high = sum[index + WIDTH] as number;
      isLarge ||= high >= MAX_HIGH;
      sums[length * WIDTH + index] = (sum[index] as number) + high * LIMB;
    }
    if (!isLarge) continue;
    sums.fill(0, length * WIDTH, (length + 1) * WIDTH);
    const exact = COUNTS.map(
      (_, index) => BigInt(sum[index] ?? 0) + (BigInt(sum[index + WIDTH] ?? 0) << 32n),
    );
    large.push({ entry: length, sums: exact });
  }
  const { machine, account, model, sums } = cut(columns, length);
  const bytes = machine.byteLength + account.byteLength + model.byteLength + sums.byteLength;
  return { ...cursor.names, length, machine, account, model, sums, large, bytes };
}

type Room = Pick<DecodedPack, "machine" | "account" | "model" | "sums">;

const roomFor = (entries: number): Room => ({
  machine: new Float64Array(entries),
  account: new Int32Array(entries),
  model: new Int32Array(entries),
  sums: new Float64Array(entries * WIDTH),
});

function wider(old: Room): Room {
  const room = roomFor(2 * old.machine.length);
  room.machine.set(old.machine);
  room.account.set(old.account);
  room.model.set(old.model);
  room.sums.set(old.sums);
  return room;
}

const cut = ({ machine, account, model, sums }: Room, length: number): Room => ({
  machine: machine.slice(0, length),
  account: account.slice(0, length),
  model: model.slice(0, length),
  sums: sums.slice(0, length * WIDTH),
});
