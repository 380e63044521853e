import { daysFrom } from "../../../../../src/base/calendar.ts";
import type { Days } from "../../packs/index.ts";
import type { History } from "../history.ts";
import type { Reading } from "../reading.ts";
import type { DayRow } from "./day-row.ts";
import { dayRows, rangesOf } from "./day-rows.ts";
import type { Subject, SubjectKind } from "./subjects.ts";

/** Whose days are kept, those that were asked for last: each takes 250 kB a year. */
const MOST = 64;

/** What one subject used on each day that is packed, and when that was true. */
interface Series {
  /** The `name` of the history that it was read under, and the changes of each day by then. */
  readonly name: string;
  readonly changes: ReadonlyMap<string, string>;
  readonly days: Map<string, readonly DayRow[]>;
}

const NOTHING: readonly DayRow[] = [];

/**
 * What the fleet, an account or a machine used day by day and model by model. A day that is packed is read once, and again only
 * if something of it has changed; the days after it are read each time.
 */
export class KeptDays {
  readonly #series = new Map<string, Series>();

  /** @returns the rows of each subject, by day and model. @param subjects of one kind */
  async of(
    reading: Reading,
    history: History,
    subjects: readonly Subject[],
    range: Days,
  ): Promise<ReadonlyMap<Subject, readonly DayRow[]>> {
    const days = daysFrom(range.from, range.to);
    const isKept = (day: string) => day >= history.prunedBefore && day <= history.last;
    const known = new Map(subjects.map((subject) => [subject, this.#known(subject, history)]));
    const missing = new Set<string>();
    for (const { days: own } of known.values())
      for (const day of days) if (!isKept(day) || !own.has(day)) missing.add(day);
    for (const part of rangesOf([...missing])) await read(reading, known, part);
    const answer = new Map<Subject, readonly DayRow[]>();
    for (const [subject, { days: own }] of known) {
      answer.set(
        subject,
        days.flatMap((day) => own.get(day) ?? NOTHING),
      );
      for (const day of missing) if (!isKept(day)) own.delete(day);
    }
    this.#keep(known);
    return answer;
  }

  /** What is still true of what was read of a subject. */
  #known({ name }: Subject, history: History): Series {
    const old = this.#series.get(name);
    if (old?.name !== history.name)
      return { name: history.name, changes: history.changes, days: new Map<string, readonly DayRow[]>() };
    const days = new Map(old.days);
    for (const day of new Set([...old.changes.keys(), ...history.changes.keys()]))
      if (old.changes.get(day) !== history.changes.get(day)) days.delete(day);
    return { name: history.name, changes: history.changes, days };
  }

  #keep(known: ReadonlyMap<Subject, Series>): void {
    for (const [{ name }, series] of known) {
      this.#series.delete(name);
      this.#series.set(name, series);
    }
    for (const name of this.#series.keys()) {
      if (this.#series.size <= MOST) return;
      this.#series.delete(name);
    }
  }
}

const BY = {
  fleet: ["day", "model"],
  account: ["day", "account", "model"],
  machine: ["day", "machine", "model"],
} as const satisfies Record<SubjectKind, readonly string[]>;

/** Reads some days of all subjects at once. */
async function read(
  reading: Reading,
  known: ReadonlyMap<Subject, Series>,
  { from, to }: Days,
): Promise<void> {
  const [first] = known.keys();
  if (first === undefined) return;
  const keys = [...known.keys()].flatMap(({ key }) => key);
  const filter = first.kind === "fleet" ? {} : { [first.kind]: keys };
  const rows = await dayRows(reading, { from, to, ...filter, by: BY[first.kind] });
  const byKey = new Map<string | null, Map<string, DayRow[]>>();
  for (const row of rows) {
    const own = byKey.get(row.key) ?? new Map<string, DayRow[]>();
    byKey.set(row.key, own);
    const ofDay = own.get(row.day);
    if (ofDay === undefined) own.set(row.day, [row]);
    else ofDay.push(row);
  }
  const days = daysFrom(from, to);
  for (const [{ key }, series] of known)
    for (const day of days) series.days.set(day, byKey.get(key)?.get(day) ?? NOTHING);
}
