import { addDays, isoWeek, weekStart } from "../base/calendar.ts";
import { totalOf } from "../contract/index.ts";
import { type DayUse, usedModels } from "./use.ts";

/** The usage of the reported days of one ISO week (ISO 8601: Monday to Sunday). */
export interface WeekUse extends Omit<DayUse, "day"> {
  /** Such as `2026-W47`. */
  readonly week: string;
  /** The first and the last of its days that are reported, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Frozen once its Sunday is: then no figure of it changes. */
  readonly state: DayUse["state"];
}

/** The days by week, oldest first. A week without a reported day is absent. */
export function weeksOf(days: readonly DayUse[]): WeekUse[] {
  const byStart = new Map<string, [DayUse, ...DayUse[]]>();
  for (const use of days) {
    const start = weekStart(use.day);
    const before = byStart.get(start);
    byStart.set(start, before === undefined ? [use] : [...before, use]);
  }
  return [...byStart].map(([start, uses]) => {
    const to = uses.at(-1)?.day ?? start;
    const isOver = to === addDays(start, 6) && uses.every(({ state }) => state === "frozen");
    return {
      week: isoWeek(start),
      from: uses[0].day,
      to,
      state: isOver ? "frozen" : "open",
      models: usedModels(uses),
      total: totalOf(uses.map(({ total }) => total)),
    };
  });
}
