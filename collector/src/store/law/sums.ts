import type { Models } from "../../../../src/contract/index.ts";
import { COUNT_COLUMNS, valuesOf } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import { addition } from "../engine/upsert.ts";
import { noteChanges } from "../packs/index.ts";
import { type Move, settle } from "./group.ts";
import type { DayChange } from "./record.ts";
import type { MachineRow } from "./sender.ts";

/** A sum is `low + high * 2^32`, in two columns. */
const LIMB = 2 ** 32;
/** The model that stands for all. */
const ALL_MODELS = "";

const SUM_COLUMNS = ["holders", ...COUNT_COLUMNS, ...COUNT_COLUMNS.map((name) => `${name}_high`)];
const SUM_TYPES = Object.fromEntries(SUM_COLUMNS.map((name) => [name, "bigint" as const]));

const DAY_SUM = addition({
  table: "day_sum",
  key: ["day", "model", "slot"],
  columns: { day: "text", model: "text", slot: "bigint", ...SUM_TYPES },
});

const ACCOUNT_DAY_SUM = addition({
  table: "account_day_sum",
  key: ["day", "account", "model", "slot"],
  columns: { day: "text", account: "text", model: "text", slot: "bigint", ...SUM_TYPES },
});

/** Brings the fleet's sums up to date with a machine's changed days, which were written before. */
export async function countDays(
  connection: Connection,
  machine: number,
  group: readonly MachineRow[],
  changes: readonly DayChange[],
): Promise<void> {
  const moves = changes.flatMap(({ day, before, after }): Move[] => [
    ...(before?.counted ? [{ machine, day, record: before, sign: -1 as const }] : []),
    ...(after.counted ? [{ machine, day, record: after, sign: 1 as const }] : []),
  ]);
  if (group.length > 1) {
    const ids = group.map(({ id }) => id);
    const days = changes.map(({ day }) => day);
    moves.push(...(await settle(connection, ids, days)));
  }
  await addToSums(connection, moves);
}

export async function addToSums(connection: Connection, moves: readonly Move[]): Promise<void> {
  await addSums(connection, moves);
  await noteChanges(connection, moves);
}

/** The same for days that no pack answers for any more. */
export async function addSums(connection: Connection, moves: readonly Move[]): Promise<void> {
  const byAccount = new Deltas();
  const byModel = new Deltas();
  for (const { day, record, sign } of moves) {
    byAccount.add([day, record.account], record.models, sign);
    byModel.add([day], record.models, sign);
  }
  const { slot } = connection;
  await connection.add(DAY_SUM, byModel.rows(slot));
  await connection.add(ACCOUNT_DAY_SUM, byAccount.rows(slot));
}

/** Differences by key, to be added to a table of sums. */
class Deltas {
  readonly #deltas = new Map<string, { key: string[]; delta: number[] }>();

  add(key: readonly string[], models: Models, sign: 1 | -1): void {
    const total = this.#of([...key, ALL_MODELS]);
    addTo(total, sign);
    for (const [model, counts] of Object.entries(models)) {
      const delta = this.#of([...key, model]);
      addTo(delta, sign);
      for (const [index, value] of valuesOf(counts).entries()) {
        addTo(delta, sign * (value % LIMB), 1 + index);
        addTo(total, sign * (value % LIMB), 1 + index);
        const high = sign * Math.floor(value / LIMB);
        addTo(delta, high, 1 + COUNT_COLUMNS.length + index);
        addTo(total, high, 1 + COUNT_COLUMNS.length + index);
      }
    }
  }

  #of(key: string[]): number[] {
    const name = key.join("\0");
    const known = this.#deltas.get(name);
    if (known !== undefined) return known.delta;
    const delta = SUM_COLUMNS.map(() => 0);
    this.#deltas.set(name, { key, delta });
    return delta;
  }

  /** Those that change something, in the order of their keys. */
  rows(slot: number): (string | number)[][] {
    return [...this.#deltas.entries()]
      .filter(([, { delta }]) => delta.some((value) => value !== 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, delta }]) => [...key, slot, ...delta]);
  }
}

function addTo(delta: number[], value: number, index = 0): void {
  delta[index] = (delta[index] ?? 0) + value;
}
