import { PackCache } from "../packs/index.ts";
import { KeptDays, KeptTables } from "./fleet/index.ts";
import { KeptMachines } from "./kept-machines.ts";
import { KeptReadings } from "./kept-readings.ts";
import { OpenDays } from "./open-records.ts";

/** What is kept in memory between the moments of one store. Each part knows what of it is true at a moment. */
export class Kept {
  readonly packs = new PackCache();
  readonly open = new OpenDays();
  readonly tables = new KeptTables();
  readonly days = new KeptDays();
  /** Only where pages are made: they take memory. */
  readonly machines: KeptMachines | undefined;
  readonly readings = new KeptReadings();

  constructor(isForPages: boolean) {
    this.machines = isForPages ? new KeptMachines() : undefined;
  }
}
