import { addDays, daysFrom, torontoDay } from "../../base/calendar.ts";
import { type DayRecord, type Days, larger, type Models, RETENTION_DAYS } from "../../contract/index.ts";

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
}

/** The oldest day that a scan must cover: the first that is not frozen, at the latest today (rule DAYS-10). */
export function oldestOpenDay(days: Days, now: number): string {
  const today = torontoDay(now);
  const window = daysFrom(addDays(today, -RETENTION_DAYS), today);
  return window.find((day) => days[day]?.state !== "frozen") ?? today;
}

/** Recomputes the open days, freezes those before yesterday and prunes old ones (rules DAYS-2 to DAYS-9). */
export function foldDays(stored: Days, covered: Covered, now: number): Folded {
  const today = torontoDay(now);
  const yesterday = addDays(today, -1);
  const oldestKept = addDays(today, -RETENTION_DAYS);
  const mayFreeze = covered.readErrors === 0;
  const frozenAt = new Date(now).toISOString();

  const days: Days = {};
  const pruned: Record<string, Models> = {};
  let frozen = 0;
  const all = new Set([...Object.keys(stored), ...daysFrom(covered.since, today)]);
  for (const day of [...all].sort()) {
    const record = stored[day];
    if (day < oldestKept) {
      if (record !== undefined && !isEmpty(record.models)) pruned[day] = record.models;
    } else if (record?.state === "frozen" || day > today) {
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
  return { days, frozen, pruned };
}

export function isEmpty(models: Models): boolean {
  return Object.keys(models).length === 0;
}

/** The record with other models. */
export function withModels(record: DayRecord, models: Models): DayRecord {
  return { ...record, models };
}
