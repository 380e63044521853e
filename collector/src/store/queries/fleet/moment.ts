import type { PackCache } from "../../packs/index.ts";
import { type History, historyOf } from "../history.ts";
import type { OpenDays } from "../open-records.ts";
import type { Reading } from "../reading.ts";
import { mergedMachines } from "../usage.ts";
import type { KeptDays } from "./kept-days.ts";
import type { KeptTables } from "./kept-tables.ts";

/** What is in memory from earlier moments. */
export interface FleetKept {
  readonly packs: PackCache;
  readonly open: OpenDays;
  readonly tables: KeptTables;
  readonly days: KeptDays;
}

/** The moment that an answer is of. */
export interface Moment {
  readonly reading: Reading;
  readonly kept: FleetKept;
  readonly history: History;
  /** What each merged machine is shown as. */
  readonly roots: ReadonlyMap<number, number>;
}

export async function momentOf(reading: Reading, kept: FleetKept): Promise<Moment> {
  return { reading, kept, history: await historyOf(reading), roots: await mergedMachines(reading.db) };
}
