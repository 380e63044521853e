import { type RawBuilder, sql } from "kysely";
import { addDays } from "../../../../src/base/calendar.ts";
import { COUNT_COLUMNS } from "../counts.ts";
import type { Columns } from "../engine/columns.ts";
import type { Days } from "../packs/index.ts";
import { MANY, RECENT_MS } from "./machines.ts";

/** Longer ranges are not kept: they take memory, and are there only until they are packed. */
const MOST_DAYS = 3;
const WIDTH = COUNT_COLUMNS.length;

/** Reads by column, within one moment. */
interface Reader {
  columns(query: RawBuilder<unknown>): Promise<Columns>;
}

/** What a machine's records say of some days. */
export interface OpenRecords {
  readonly models: readonly string[];
  /** Of each model, side by side. */
  readonly counts: readonly number[];
}

interface Kept {
  readonly seen: number;
  readonly seq: number;
  readonly models: string[];
  readonly counts: number[];
}

/**
 * The records of days that are not packed yet, such as today, in memory. Each push changes when its machine was seen, so only
 * those machines are read again that have pushed since.
 */
export class OpenDays {
  #days = "";
  #kept = new Map<number, Kept>();

  /**
   * What the machines used that stand alone: all of their records count. Undefined if it is not kept.
   * @param prunedBefore the day before which records were removed
   */
  async of(
    reading: Reader,
    { from, to }: Days,
    prunedBefore: string,
  ): Promise<ReadonlyMap<number, OpenRecords> | undefined> {
    if (addDays(from, MOST_DAYS) <= to) return undefined;
    const now = Date.now();
    const days = `${from} ${to} ${prunedBefore}`;
    if (days !== this.#days) this.#kept = new Map();
    this.#days = days;
    const machines =
      await reading.columns(sql`select m.id, coalesce(m.last_seen, -1) as seen, m.seq from machine m
      where m.id = m.root and m.id not in (select root from machine where id <> root)`);
    const [ids, seen, seqs] = [machines.numbers("id"), machines.numbers("seen"), machines.numbers("seq")];
    const next = new Map<number, Kept>();
    const changed: number[] = [];
    for (let at = 0; at < machines.length; at++) {
      const id = ids[at] ?? 0;
      const known = this.#kept.get(id);
      if (known !== undefined && known.seen === seen[at] && known.seq === seqs[at]) {
        next.set(id, known);
        continue;
      }
      const isRecent = (seen[at] ?? 0) > now - RECENT_MS;
      next.set(id, {
        seen: isRecent ? Number.NaN : (seen[at] ?? -1),
        seq: seqs[at] ?? 0,
        models: [],
        counts: [],
      });
      changed.push(id);
    }
    // Records of days before are no use any more, also those that are not removed yet.
    await readChanged(reading, { from: from > prunedBefore ? from : prunedBefore, to }, next, changed);
    this.#kept = next;
    return next;
  }
}

async function readChanged(
  reading: Reader,
  { from, to }: Days,
  kept: ReadonlyMap<number, Kept>,
  changed: readonly number[],
): Promise<void> {
  if (changed.length === 0) return;
  const counts = sql.raw(COUNT_COLUMNS.map((name) => `u.${name}`).join(", "));
  const isChanged = changed.length > MANY ? sql`1 = 1` : sql`m.id in (${sql.raw(changed.join(", "))})`;
  const columns =
    await reading.columns(sql`select u.machine, u.model, ${counts} from machine m cross join usage u
    where u.machine = m.id and u.day >= ${from} and u.day <= ${to} and ${isChanged}`);
  const wanted = new Set(changed);
  const [machines, models] = [columns.numbers("machine"), columns.texts("model")];
  const parts = COUNT_COLUMNS.map((name) => columns.numbers(name));
  for (let at = 0; at < columns.length; at++) {
    const id = machines[at] ?? 0;
    const own = wanted.has(id) ? kept.get(id) : undefined;
    if (own === undefined) continue;
    own.models.push(models.names[models.places[at] ?? 0] ?? "");
    for (let index = 0; index < WIDTH; index++) own.counts.push(parts[index]?.[at] ?? 0);
  }
}
