import type { Days } from "../../src/contract/index.ts";
import type { PageFacts } from "../../src/report/page/facts.ts";
import { pageOf } from "../../src/report/page/page.ts";
import { usedDays } from "../../src/report/use.ts";
import { NOW, okLimits } from "./fixtures.ts";

/** The report's page of these days, made at NOW in Toronto. */
export function pageWith(days: Days, facts: Partial<PageFacts> = {}): string {
  return pageOf({
    program: "agent-usage",
    refresh: "agent-usage beat",
    days: usedDays(days, {}, NOW),
    week: usedDays(days, { days: 7 }, NOW),
    placed: [],
    by: "day",
    limits: okLimits(),
    history: [],
    beatAt: NOW,
    notes: [],
    label: "desk",
    reloads: false,
    now: NOW,
    timeZone: "America/Toronto",
    ...facts,
  });
}
