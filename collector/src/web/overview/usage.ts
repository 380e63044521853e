import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import {
  barsOf,
  chartOf,
  columnsOf,
  type Entry,
  figuresTable,
  groupsOf,
  html,
  type Markup,
  measureOf,
  panel,
  type RecordedDay,
  Stack,
  sumOf,
} from "../../../../src/report/index.ts";
import { countsOfSums, type Store } from "../../store/index.ts";
import type { Names } from "../names.ts";

/** The days that are shown, today included. */
export const DAYS = 30;
/** The most machines that have rows of their own below each day. The API has all. */
const MOST = 12;

/** What all machines used on these days. */
export interface FleetUse {
  readonly entries: readonly Entry[];
  /** The days with a record. */
  readonly days: readonly RecordedDay[];
}

export async function fleetUse(store: Store, names: Names, now: number): Promise<FleetUse> {
  const to = torontoDay(now);
  const rows = await store.usage({ from: addDays(to, 1 - DAYS), to, by: ["day", "machine", "model"] });
  const entries = rows.map((row): Entry => {
    const id = row.machine ?? "";
    const machine = names.get(id) ?? `archived (${id})`;
    return { day: row.day ?? "", model: row.model ?? "", machine, counts: countsOfSums(row) };
  });
  const days = [...new Set(entries.map(({ day }) => day))].map(
    (day): RecordedDay => ({ day, state: "open" }),
  );
  return { entries, days };
}

/** What each day cost by machine, and what each model did. */
export function usagePanels({ entries, days }: FleetUse, now: number): Markup {
  const total = sumOf(entries);
  if (total.counts.requests === 0)
    return html`<div class="panels">${panel("by-day", "Usage", NOTHING_YET)}</div>`;
  const measure = measureOf(total);
  const stack = new Stack(entries, { key: "machine", nameOf: (name) => name }, measure);
  const columns = columnsOf(entries, days, ["day", "machine"], now);
  const models = groupsOf(entries, ["model"]);
  return html`<div class="panels">
${panel("by-day", `${measure.name} by day and machine, last ${columns.length} days`, chartOf(columns, "day", measure, stack), "wide")}
${panel("models", `By model, ${DAYS} days`, barsOf(models, "model", measure))}
</div>`;
}

const NOTHING_YET = html`<p>No usage yet. A machine sends its figures when it joins, and then every 15 minutes.</p>`;

/** All figures by day and machine. */
export function usageTable({ entries, days }: FleetUse): Markup {
  const measure = measureOf(sumOf(entries));
  const most = groupsOf(entries, ["machine"]).map(({ value }) => value);
  const [own, others] = [new Set(most.slice(0, MOST)), `${most.length - MOST} other machines`];
  const shown = entries.map((entry) =>
    own.has(entry.machine ?? "") ? entry : { ...entry, machine: others },
  );
  if (shown.length === 0) return html``;
  const by = ["day", "machine"] as const;
  return figuresTable(groupsOf(shown, by, days), by, measure);
}
