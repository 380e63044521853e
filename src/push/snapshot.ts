import { vendor } from "#vendor";
import { daysFrom, TIME_ZONE, torontoDay } from "../base/calendar.ts";
import { VERSION } from "../base/version.ts";
import {
  addCounts,
  byTokens,
  type Days,
  type LimitsResult,
  type Machine,
  type Models,
  OTHER,
  type Snapshot,
  type SnapshotDay,
} from "../contract/index.ts";
import { withFallback } from "./fallback.ts";

/** How many models a day may list; a body over `WANTED_BYTES` takes the next step (rules SNAPSHOT-4, SNAPSHOT-5). */
const MODEL_STEPS = [8, 4, 2, 1, 0] as const;
const WANTED_BYTES = 60 * 1024;

/** The part of the saved state that a snapshot uses. */
export interface SnapshotState {
  readonly stateId: string;
  readonly seq: number;
  readonly agentVersion: string | null;
  readonly days: Days;
  readonly lastGoodLimits: LimitsResult | null;
}

export interface SnapshotFacts {
  readonly state: SnapshotState;
  /** This beat's result. If it has no items, the last good ones of `state` are used. */
  readonly limits: LimitsResult;
  readonly machine: Machine;
  readonly readErrors: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The body of a push. Each one holds everything that is known (rules SNAPSHOT-1, FALLBACK-1). */
export function buildSnapshot({ state, limits: found, machine, readErrors, now }: SnapshotFacts): Snapshot {
  const limits = withFallback(found, state.lastGoodLimits, now);
  const today = torontoDay(now);
  const since = oldestUsed(state.days, today);
  const snapshot = (most: number): Snapshot => ({
    schemaVersion: 1,
    program: vendor.program,
    machine,
    stateId: state.stateId,
    seq: state.seq,
    agentUsageVersion: VERSION,
    agentVersion: state.agentVersion,
    sentAt: new Date(now).toISOString(),
    timeZone: TIME_ZONE,
    limits,
    usage: { since, readErrors, days: listDays(state.days, daysFrom(since, today), most) },
  });
  for (const most of MODEL_STEPS) {
    const candidate = snapshot(most);
    if (Buffer.byteLength(JSON.stringify(candidate)) <= WANTED_BYTES) return candidate;
  }
  return snapshot(0);
}

function oldestUsed(days: Days, today: string): string {
  const used = Object.keys(days).filter((day) => Object.keys(days[day]?.models ?? {}).length > 0);
  return [today, ...used].reduce((a, b) => (a < b ? a : b));
}

function listDays(days: Days, range: readonly string[], most: number): SnapshotDay[] {
  return range.flatMap((day) => {
    const record = days[day];
    return record === undefined
      ? []
      : [{ day, state: record.state, models: listModels(record.models, most) }];
  });
}

/** The models with the most tokens, and the sum of the rest. A model that is itself called `other` is part of that sum. */
function listModels(models: Models, most: number): SnapshotDay["models"] {
  const ranked = Object.entries(models).sort(byTokens);
  if (ranked.length <= most) return ranked.map(([model, counts]) => ({ model, ...counts }));
  const named = ranked.slice(0, most).filter(([model]) => model !== OTHER);
  const rest = ranked.filter(([model], index) => index >= most || model === OTHER);
  const sum = rest.map(([, counts]) => counts).reduce(addCounts);
  return [...named.map(([model, counts]) => ({ model, ...counts })), { model: OTHER, ...sum }];
}
