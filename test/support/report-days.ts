import type { Days } from "../../src/contract/index.ts";
import { entriesOf } from "../../src/report/groups.ts";
import type { By } from "../../src/report/keys.ts";
import { type DayUse, usedDays } from "../../src/report/use.ts";
import { type View, type ViewFacts, viewOf } from "../../src/report/view.ts";
import { BEFORE_YESTERDAY, frozen, NOW, open, TODAY, used, YESTERDAY } from "./fixtures.ts";

export const DAYS: Days = {
  [TODAY]: open({ ...used(4, 1_000_000, "big"), ...used(1, 10, "small") }),
  [YESTERDAY]: open(used(2, 500_000, "big")),
  [BEFORE_YESTERDAY]: frozen({}),
  "2026-11-10": frozen(used(3, 2000, "模型 🚀 with a name that is longer than any column may be wide")),
};

/** Days with two models, an empty day, and a very long model name. */
export const days = (span: Parameters<typeof usedDays>[1] = {}): DayUse[] => usedDays(DAYS, span, NOW);

/** The report of these days. */
export function viewOfDays(
  days: readonly DayUse[],
  by: By = ["day", "model"],
  rest: Partial<ViewFacts> = {},
): View {
  return viewOf({ by, days, entries: entriesOf(days), selection: {}, ...rest });
}
