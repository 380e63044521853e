import { type RawBuilder, sql } from "kysely";
import type { Columns } from "../engine/columns.ts";
import type { Machine } from "../records.ts";
import {
  listMachines,
  MANY,
  type MachineRow,
  machineOf,
  machineRows,
  partsIn,
  RECENT_MS,
} from "./machines.ts";
import type { Reading } from "./reading.ts";

/** What people do to a machine is rare, and read each time. All else comes with a push. */
const DONE_TO = ["name", "archived_at", "revoked_at", "two_homes_at"] as const;
const isDoneTo = sql.raw(`root <> id or ${DONE_TO.map((name) => `${name} is not null`).join(" or ")}`);
const UNTOUCHED = { name: null, archived_at: null, revoked_at: null, two_homes_at: null };

interface KeptRow {
  readonly seen: number;
  readonly seq: number;
  readonly row: MachineRow;
  /** What it is if it stands alone and nothing was done to it. */
  readonly machine: Machine;
}

/** All machines but those merged into another, by id. */
export function allMachines(
  reading: Reading,
  { machines }: { readonly machines: KeptMachines | undefined },
): Promise<Machine[]> {
  return machines?.list(reading) ?? listMachines(reading);
}

/** All machines in memory. Each push changes when its machine was seen, so only those are read again that have pushed since. */
export class KeptMachines {
  /** By id. */
  #kept: readonly KeptRow[] = [];

  /** All machines but those merged into another, by id. */
  async list(reading: Reading): Promise<Machine[]> {
    const seenNow = await reading.columns(
      sql`select id, coalesce(last_seen, -1) as seen, seq from machine order by id`,
    );
    this.#kept = await this.#broughtTo(reading, seenNow);
    const doneTo = await machineRows(reading, isDoneTo);
    if (doneTo.length === 0) return this.#kept.map(({ machine }) => machine);
    const touched = new Map(doneTo.map((row) => [row.id, row]));
    const parts = partsIn(doneTo);
    return this.#kept.flatMap(({ row, machine }) => {
      const own = touched.get(row.id);
      if (own !== undefined && own.id !== own.root) return [];
      const merged = parts.get(row.id);
      return own === undefined && merged === undefined ? [machine] : [machineOf(own ?? row, merged ?? [])];
    });
  }

  async #broughtTo(reading: Reading, columns: Columns): Promise<readonly KeptRow[]> {
    const recent = Date.now() - RECENT_MS;
    const [ids, seen, seqs] = [columns.numbers("id"), columns.numbers("seen"), columns.numbers("seq")];
    const kept: KeptRow[] = [];
    const changed = new Map<number, number>();
    // Both are by id, and machines are only ever added.
    let last = 0;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0;
      while ((this.#kept[last]?.row.id ?? id) < id) last++;
      const known = this.#kept[last];
      if (known !== undefined) kept[at] = known;
      const isSame = known?.row.id === id && known.seen === seen[at] && known.seq === seqs[at];
      if (!isSame || (seen[at] ?? 0) >= recent) changed.set(id, at);
    }
    if (changed.size === 0) return kept;
    for (const row of await machineRows(reading, whereIn([...changed.keys()]))) {
      const at = changed.get(row.id);
      if (at === undefined) continue;
      const untouched = { ...row, ...UNTOUCHED, root: row.id };
      const machine = machineOf(untouched, []);
      kept[at] = { seen: seen[at] ?? -1, seq: seqs[at] ?? 0, row: untouched, machine };
    }
    return kept;
  }
}

function whereIn(ids: readonly number[]): RawBuilder<unknown> {
  return ids.length > MANY ? sql`1 = 1` : sql`id in (${sql.raw(ids.join(", "))})`;
}
