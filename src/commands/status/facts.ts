import { vendor } from "#vendor";
import { addDays, TIME_ZONE, torontoDay } from "../../base/calendar.ts";
import { VERSION } from "../../base/version.ts";
import type { Counts, Days } from "../../contract/index.ts";
import type { KeychainFailure } from "../../failures/index.ts";
import { briefForecast } from "../../forecast/index.ts";
import type { TotalCost } from "../../prices/index.ts";
import { withFallback } from "../../push/index.ts";
import { groupsOf, type LimitView, limitViews, sumOf } from "../../report/index.ts";
import { beatOffset, nextBeat } from "../../service/schedule.ts";
import type { Settings } from "../../settings/index.ts";
import type { Delivery, LimitReading, State } from "../../state/index.ts";
import { lastLimits } from "../saved-state.ts";
import type { DayUse, Service, Status, StatusItem } from "./schema.ts";

export interface StatusFacts {
  /** Undefined before the first beat. */
  readonly state: State | undefined;
  /** The days to show. Default: the state's. */
  readonly days?: Days | undefined;
  /** Earlier readings of the limits, oldest first. */
  readonly history: readonly LimitReading[];
  readonly settings: Settings;
  readonly machineId: string | undefined;
  readonly delivery: Delivery | undefined;
  readonly service: Service;
  readonly keychain?: KeychainFailure | undefined;
  /** The project that cost the most today; null if it is not known. */
  readonly topProject?: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What was used on one day, and what it cost. */
export interface Use {
  readonly day: string;
  /** Null if the day is not known. */
  readonly counts: Counts | null;
  readonly cost: TotalCost;
  readonly topModel: string | null;
  readonly topProject: string | null;
}

/** What `status` shows: as JSON, and what only the text needs. */
export interface StatusView {
  readonly status: Status;
  /** The most urgent first. */
  readonly limits: readonly LimitView[];
  readonly uses: readonly [today: Use, yesterday: Use];
}

/** Everything that `status` shows, from what is saved. Pure. */
export function statusOf({
  state,
  days = state?.days ?? {},
  history,
  settings,
  machineId,
  delivery,
  service,
  keychain,
  topProject = null,
  now,
}: StatusFacts): StatusView {
  const today = torontoDay(now);
  const found = state && lastLimits(state);
  const limits = state && found && withFallback(found, state.lastGoodLimits, now);
  const views = limits === undefined ? [] : limitViews(limits, history, now);
  const uses = [useOf(days, today, topProject), useOf(days, addDays(today, -1), null)] as const;
  const status: Status = {
    schemaVersion: 1,
    program: vendor.program,
    agentUsageVersion: VERSION,
    at: new Date(now).toISOString(),
    lastBeat: state?.lastBeat ? { ...state.lastBeat, seq: state.seq } : null,
    nextBeat: machineId === undefined ? null : new Date(nextBeat(beatOffset(machineId), now)).toISOString(),
    limits: limits === undefined ? null : { ...limits, items: views.map(itemOf) },
    ...(keychain !== undefined && { keychain }),
    usage: { timeZone: TIME_ZONE, today: dayUseOf(uses[0]), yesterday: dayUseOf(uses[1]) },
    push: { isSet: settings.baseUrl !== undefined, last: delivery ?? null },
    service,
  };
  return { status, limits: views, uses };
}

function itemOf({ item, left, outlook: { window, forecast } }: LimitView): StatusItem {
  return {
    ...item,
    ...(left !== undefined && { left }),
    window: window && { start: window.start, end: window.end },
    forecast: briefForecast(forecast),
  };
}

function useOf(days: Days, day: string, project: string | null): Use {
  const models = days[day]?.models;
  const entries = Object.entries(models ?? {}).map(([model, counts]) => ({ day, model, counts }));
  const { counts, cost } = sumOf(entries);
  return {
    day,
    counts: models === undefined ? null : counts,
    cost,
    topModel: groupsOf(entries, ["model"])[0]?.value ?? null,
    topProject: project,
  };
}

function dayUseOf({ day, counts, cost, topModel, topProject }: Use): DayUse {
  const costUsd = counts !== null && cost.status === "priced" ? cost.usd : null;
  return { day, counts, costUsd, topModel, topProject };
}
