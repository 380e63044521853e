import { vendor } from "#vendor";
import { addDays, TIME_ZONE, torontoDay } from "../../base/calendar.ts";
import { VERSION } from "../../base/version.ts";
import { totalOf } from "../../contract/index.ts";
import { withFallback } from "../../push/index.ts";
import { beatOffset, nextBeat } from "../../service/schedule.ts";
import type { Settings } from "../../settings/index.ts";
import type { Delivery, State } from "../../state/index.ts";
import { lastLimits } from "../saved-state.ts";
import type { DayUse, Service, Status } from "./schema.ts";

export interface StatusFacts {
  /** Undefined before the first beat. */
  readonly state: State | undefined;
  readonly settings: Settings;
  readonly machineId: string | undefined;
  readonly delivery: Delivery | undefined;
  readonly service: Service;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Everything that `status` shows, from the saved state. Pure. */
export function statusOf({ state, settings, machineId, delivery, service, now }: StatusFacts): Status {
  const today = torontoDay(now);
  const limits = state && lastLimits(state);
  return {
    schemaVersion: 1,
    program: vendor.program,
    agentUsageVersion: VERSION,
    at: new Date(now).toISOString(),
    lastBeat: state?.lastBeat ? { ...state.lastBeat, seq: state.seq } : null,
    nextBeat: machineId === undefined ? null : new Date(nextBeat(beatOffset(machineId), now)).toISOString(),
    limits: (state && limits && withFallback(limits, state.lastGoodLimits, now)) ?? null,
    usage: {
      timeZone: TIME_ZONE,
      today: useOf(state, today),
      yesterday: useOf(state, addDays(today, -1)),
    },
    push: { isSet: settings.baseUrl !== undefined, last: delivery ?? null },
    service,
  };
}

function useOf(state: State | undefined, day: string): DayUse {
  const record = state?.days[day];
  return { day, counts: record === undefined ? null : totalOf(Object.values(record.models)) };
}
