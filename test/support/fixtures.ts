// The values that most tests share: instants, ids, days, limits and states.
import { vendor } from "#vendor";
import type { DayRecord, Item, LimitsResult, Machine, Models } from "../../src/contract/index.ts";
import type { Covered } from "../../src/state/law/days.ts";
import type { State } from "../../src/state/law/state.ts";

/** Noon of 20 November 2026 in Toronto. */
export const NOW = Date.parse("2026-11-20T17:00:00.000Z");
export const TODAY = "2026-11-20";
export const YESTERDAY = "2026-11-19";
export const BEFORE_YESTERDAY = "2026-11-18";
/** 35 days before today: the oldest day that is kept. */
export const OLDEST_KEPT = "2026-10-16";
/** 36 days before today. */
export const TOO_OLD = "2026-10-15";

/** In milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const STATE_ID = "7b1c2f0e-3d5a-4c8b-9e6f-0a1b2c3d4e5f";
export const OTHER_STATE_ID = "0b4f4c1e-9d5c-4f3a-8d0a-3f1f6a1b2c3d";
export const MACHINE_ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
export const MACHINE: Machine = { id: MACHINE_ID, label: "desk", os: "linux" };

/** An instant in ISO 8601. */
export const at = (time: number): string => new Date(time).toISOString();

/** The usage of one model: `requests` requests with `tokens` input tokens in total. */
export function used(requests: number, tokens = requests * 10, model = "model-a"): Models {
  const counts = { inputTokens: tokens, outputTokens: 0, cacheCreationTokens: 0, cacheReadTokens: 0 };
  return { [model]: { requests, ...counts } };
}

export const NOTHING: Models = {};

export const open = (models: Models): DayRecord => ({ state: "open", models });

/** A day, by default frozen an hour before NOW. */
export function frozen(models: Models, frozenAt: number = NOW - HOUR): DayRecord {
  return { state: "frozen", frozenAt: at(frozenAt), models };
}

/** The result of a scan of the whole window, by default without read errors. */
export function scanned(
  found: Readonly<Record<string, Models>> = {},
  { since = OLDEST_KEPT, readErrors = 0 }: { since?: string; readErrors?: number } = {},
): Covered {
  const days = Object.fromEntries(Object.entries(found).map(([day, models]) => [day, { models }]));
  return { since, days, readErrors };
}

export function item(fields: Partial<Item> = {}): Item {
  return { kind: "session", group: "session", percent: 42, resetsAt: null, model: null, ...fields };
}

/** The limits as the vendor reported them at `fetchedAt`. */
export function okLimits(fetchedAt: number = NOW, items: Item[] = [item()]): LimitsResult {
  return { status: "ok", fetchedAt: at(fetchedAt), items };
}

export const DISABLED: LimitsResult = { status: "disabled", fetchedAt: null, items: [] };

/** A state without days, limits or a beat; `fields` override its own. */
export function emptyState(fields: Partial<State> = {}): State {
  return {
    schemaVersion: 1,
    program: vendor.program,
    stateId: STATE_ID,
    seq: 7,
    agentVersion: "2.1.90",
    days: {},
    lastGoodLimits: null,
    lastBeat: null,
    ...fields,
  };
}

/** A state with three days whose last beat was an hour ago; `fields` override its own. */
export function stateWith(fields: Partial<State> = {}): State {
  return emptyState({
    days: {
      [BEFORE_YESTERDAY]: frozen(used(3)),
      [YESTERDAY]: open(used(2)),
      [TODAY]: open(used(1)),
    },
    lastGoodLimits: okLimits(NOW - HOUR),
    lastBeat: beatAt(NOW - HOUR),
    ...fields,
  });
}

/** The `lastBeat` of a state, at this time. */
export function beatAt(time: number): State["lastBeat"] {
  return { at: at(time), limitsStatus: "ok", limitsDetail: null, readErrors: 0 };
}
