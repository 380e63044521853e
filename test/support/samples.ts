import { statusText } from "../../src/commands/status/text.ts";
import type { DayRecord, Item } from "../../src/contract/index.ts";
import { reportText } from "../../src/report/text.ts";
import { usedDays } from "../../src/report/use.ts";
import type { State } from "../../src/state/law/state.ts";
import type { Screen } from "../../src/text/screen.ts";
import { at, DAY, frozen, HOUR, item, okLimits, open, stateWith } from "./fixtures.ts";
import { viewOfDays } from "./report-days.ts";
import { terminal } from "./screens.ts";
import { aStatus } from "./status.ts";

const MINUTE = 60_000;
const COLUMNS = 80;
/** 11:33 of 21 November 2026 in Toronto. */
const NOW = Date.parse("2026-11-21T16:33:30.000Z");
const BEAT_AT = NOW - 6 * MINUTE;
const TUESDAY = NOW + 3 * DAY + 4 * HOUR - 10_000;

const LIMITS: Item[] = [
  item({ percent: 38, severity: "normal", resetsAt: at(NOW + 2 * HOUR + 22.5 * MINUTE) }),
  item({ kind: "weekly_all", group: "weekly", percent: 71, severity: "warning", resetsAt: at(TUESDAY) }),
  item({
    kind: "weekly_scoped",
    group: "weekly",
    percent: 12,
    severity: "normal",
    resetsAt: at(TUESDAY),
    model: "Opus",
  }),
];

/** Requests, and thousands of tokens: input, output, cache writes, cache reads. */
function models(requests: number, ...tokens: readonly [number, number, number, number]): DayRecord["models"] {
  const [inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens] = tokens.map(
    (thousands) => thousands * 1000,
  ) as [number, number, number, number];
  return {
    "claude-opus-4-5-20251101": {
      requests,
      inputTokens,
      outputTokens,
      cacheCreationTokens,
      cacheReadTokens,
      cacheCreation1hTokens: cacheCreationTokens,
    },
  };
}

const DAYS: State["days"] = {
  "2026-11-17": frozen(models(308, 53.3, 229, 2210, 33_480)),
  "2026-11-18": frozen(models(148, 23.9, 120, 1210, 19_810)),
  "2026-11-19": frozen(models(383, 66.2, 294, 2690, 47_040)),
  "2026-11-20": open(models(31, 4.1, 22.8, 310, 2890)),
  "2026-11-21": open(models(251, 44.8, 198, 1810, 28_920)),
};

/** What `agent-usage status` prints for a user in Toronto. */
export function sampleStatus(screen: Screen): string {
  return statusText(
    aStatus({
      state: stateWith({
        days: DAYS,
        lastGoodLimits: okLimits(BEAT_AT, LIMITS),
        lastBeat: { at: at(BEAT_AT), limitsStatus: "ok", limitsDetail: null, readErrors: 0 },
      }),
      delivery: { at: at(BEAT_AT), outcome: "delivered", lastDeliveredAt: at(BEAT_AT) },
      now: NOW,
    }),
    screen,
    { timeZone: "America/Toronto" },
  );
}

/** What these commands print in a terminal of 80 columns without color. */
export const SAMPLES: Readonly<Record<string, string>> = {
  "agent-usage status": sampleStatus(terminal(COLUMNS)),
  "agent-usage report --days 5": reportText(
    viewOfDays(usedDays(DAYS, { days: 5 }, NOW), ["day"]),
    { isFull: false },
    terminal(COLUMNS),
  ),
};
