// Waits until a collector has packed the days of the fleet, and measures what that took.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { sqliteLibraries } from "../../collector/src/store/index.ts";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import { TODAY } from "./fleet.ts";
import { cpuMsOf, peakMegabytes } from "./process.ts";

/** A day is packed six hours after its end. */
const SETTLED_MS = 6 * 3_600_000;
const LOOK_MS = 500;

export interface Packed {
  readonly days: number;
  /** User and system time of the collector, in milliseconds a day. */
  readonly cpuMs: number;
  readonly seconds: number;
  /** The most that was resident. */
  readonly megabytes: number;
}

/** @param file the collector's database */
export async function untilPacked(collector: ChildProcess, file: string): Promise<Packed> {
  const newest = torontoDay(TODAY);
  const settled = addDays(torontoDay(Date.now() - SETTLED_MS), -1);
  const last = settled < newest ? settled : newest;
  const [cpuBefore, start] = [await cpuMsOf(collector), performance.now()];
  const database = sqliteLibraries()[0]?.open(file);
  if (database === undefined) throw new Error("no SQLite");
  try {
    database.exec("pragma busy_timeout = 5000");
    const look = database.prepare(
      "select count(*) as days, max(day) as last from pack where body is not null",
    );
    for (;;) {
      const [row] = look.all([]) as { days: number; last: string | null }[];
      if (row?.last && row.last >= last) {
        return {
          days: row.days,
          cpuMs: Math.round(((await cpuMsOf(collector)) - cpuBefore) / row.days),
          seconds: Math.round((performance.now() - start) / 1_000),
          megabytes: Math.round(await peakMegabytes(collector)),
        };
      }
      await sleep(LOOK_MS);
    }
  } finally {
    database.close();
  }
}
