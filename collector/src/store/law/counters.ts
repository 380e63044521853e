import { COUNTS } from "../counts.ts";
import type { Connection } from "../engine/connection.ts";
import { upsert } from "../engine/upsert.ts";
import type { DayChange } from "./record.ts";

/** The part of cache creation that is kept for an hour is no counter of its own. */
const COUNTERS = COUNTS.filter(([key]) => key !== "cacheCreation1hTokens");
const PEAK = "_peak";

const COUNTER = upsert({
  table: "counter",
  key: ["machine", "model"],
  columns: {
    machine: "bigint",
    model: "text",
    ...Object.fromEntries(
      COUNTERS.flatMap(([, name]) => [
        [name, "float8" as const],
        [`${name}${PEAK}`, "float8" as const],
      ]),
    ),
  },
  update: (column) => {
    const name = column.replace(PEAK, "");
    const now = `counter.${name} + excluded.${name}`;
    return column === name
      ? now
      : `case when ${now} > counter.${column} then ${now} else counter.${column} end`;
  },
});

/**
 * Adds what the days changed to the machine's running totals. A day may be corrected downwards: the peak waits until the total
 * has caught up, so that it never falls and counts nothing twice.
 */
export async function addToCounters(
  connection: Connection,
  machine: number,
  changes: readonly DayChange[],
): Promise<void> {
  const deltas = new Map<string, number[]>();
  for (const { before, after } of changes) {
    for (const [record, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      for (const [model, counts] of Object.entries(record?.models ?? {})) {
        const delta = deltas.get(model) ?? COUNTERS.map(() => 0);
        deltas.set(
          model,
          delta.map((value, index) => value + sign * (counts[COUNTERS[index]?.[0] ?? "requests"] ?? 0)),
        );
      }
    }
  }
  const rows = [...deltas]
    .filter(([, delta]) => delta.some((value) => value !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([model, delta]) => [machine, model, ...delta.flatMap((value) => [value, Math.max(value, 0)])]);
  if (rows.length > 0) await connection.upsert(COUNTER, rows);
}
