import { addDays, daysFrom, torontoDay } from "../../base/calendar.ts";
import { type DayRecord, type Days, larger, type Models, RETENTION_DAYS } from "../../contract/index.ts";
import { oldestOf, oldestUsed, recordSince } from "./record.ts";
import type { State } from "./state.ts";

/** What a scan found. */
export interface Covered {
  /** The oldest day that was scanned. The last is today. */
  readonly since: string;
  readonly days: Readonly<Record<string, { readonly models: Models }>>;
  readonly readErrors: number;
}

export interface Folded {
  readonly days: Days;
  /** How many days became frozen. */
  readonly frozen: number;
  /** The usage of the days that were pruned. */
  readonly pruned: Record<string, Models>;
  /** The oldest day on which usage was found, by this scan or before; `undefined` if none was. */
  readonly recordSince: string | undefined;
}

/**
 * The oldest day that a scan must cover: the first that is not frozen, at the latest today (rule DAYS-10). As long as the
 * record may begin earlier, it is the oldest day that is kept (rule DAYS-13). @param now epoch milliseconds
 */
export function oldestDayToScan(state: Pick<State, "days" | "recordSince">, now: number): string {
  const today = torontoDay(now);
  const oldestKept = addDays(today, -RETENTION_DAYS);
  const since = recordSince(state);
  if (since === undefined || since > oldestKept) return oldestKept;
  return daysFrom(oldestKept, today).find((day) => state.days[day]?.state !== "frozen") ?? today;
}

/**
 * Recomputes the open days, freezes those before yesterday and prunes old ones (rules DAYS-2 to DAYS-9). There is no
 * record of the days before the record begins (rule DAYS-12). @param since the oldest day on which usage was found before
 */
export function foldDays(stored: Days, covered: Covered, now: number, since?: string): Folded {
  const today = torontoDay(now);
  const yesterday = addDays(today, -1);
  const oldestKept = addDays(today, -RETENTION_DAYS);
  const mayFreeze = covered.readErrors === 0;
  const frozenAt = new Date(now).toISOString();

  const usedSince = oldestOf(since, oldestUsed(stored), oldestUsed(covered.days));
  const begin = oldestOf(usedSince, today) ?? today;
  const first = begin > oldestKept ? begin : oldestKept;

  const days: Days = {};
  let frozen = 0;
  const all = new Set([...Object.keys(stored), ...daysFrom(covered.since, today)]);
  for (const day of [...all].filter((name) => name >= first).sort()) {
    const record = stored[day];
    if (record?.state === "frozen" || day > today) {
      if (record !== undefined) days[day] = record;
    } else {
      const found = covered.days[day]?.models ?? {};
      const mayShrink = mayFreeze && day >= yesterday;
      const models = mayShrink ? found : larger(record?.models ?? {}, found);
      if (mayFreeze && day < yesterday) {
        days[day] = { state: "frozen", frozenAt, models };
        frozen++;
      } else if (mayFreeze || record !== undefined || !isEmpty(models)) {
        days[day] = { state: "open", models };
      }
    }
  }
  return { days, frozen, pruned: usedBefore(stored, oldestKept), recordSince: usedSince };
}

/** The usage of the days before `day`. */
function usedBefore(days: Days, day: string): Record<string, Models> {
  const used = Object.entries(days).filter(([name, { models }]) => name < day && !isEmpty(models));
  return Object.fromEntries(used.map(([name, { models }]) => [name, models]));
}

export function isEmpty(models: Models): boolean {
  return Object.keys(models).length === 0;
}

/** The record with other models. */
export function withModels(record: DayRecord, models: Models): DayRecord {
  return { ...record, models };
}
