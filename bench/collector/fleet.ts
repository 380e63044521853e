// The fleet of the benchmark: machines that push 36 days of 3 models each, of which only today changes.
import { setTimeout as sleep } from "node:timers/promises";
import type { Counts } from "../../src/contract/index.ts";

export const MACHINES = 200;
/** Pushes under way at once. */
export const CONNECTIONS = 8;
const DAYS = 36;
const MODELS = ["model-large-4", "model-medium-4", "model-small-4"];
const DAY_MS = 86_400_000;
export const TODAY: number = Date.UTC(2026, 10, 22);

const DAY_NAMES = Array.from({ length: DAYS }, (_, index) =>
  new Date(TODAY - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
);

export const machineId = (machine: number): string =>
  `00000000-0000-4000-8000-${String(machine).padStart(12, "0")}`;

/** The days before today, in JSON, by machine: written once, because writing them costs as much as reading them. */
const pastDays = new Map<number, string>();

/** The body of a machine's push. What was used today grows with `seq`. @param changed how many days grow, today included */
export function bodyOf(machine: number, seq: number, changed = 1): string {
  if (changed > 1) {
    const days = DAY_NAMES.map((_, at) => dayOf(at, at < DAYS - changed ? machine : machine + seq));
    return JSON.stringify(snapshotOf(machine, seq)).replace('"days":[]', `"days":${JSON.stringify(days)}`);
  }
  const past =
    pastDays.get(machine) ?? JSON.stringify(DAY_NAMES.slice(0, -1).map((_, at) => dayOf(at, machine)));
  pastDays.set(machine, past);
  const today = JSON.stringify(dayOf(DAYS - 1, machine + seq));
  return JSON.stringify(snapshotOf(machine, seq)).replace(
    '"days":[]',
    `"days":${past.slice(0, -1)},${today}]`,
  );
}

function snapshotOf(machine: number, seq: number) {
  const id = machineId(machine);
  const now = new Date(TODAY + seq * 1_000).toISOString();
  const resetsAt = new Date(TODAY + DAY_MS).toISOString();
  const limit = (kind: string, percent: number) => ({ kind, group: kind, percent, resetsAt, model: null });
  return {
    schemaVersion: 1,
    program: "agent-usage",
    machine: { id, label: `machine-${machine}`, os: "linux", account: `account-${machine % 100}` },
    stateId: id,
    seq,
    agentUsageVersion: "1.0.0",
    agentVersion: "2.0.0",
    sentAt: now,
    timeZone: "America/Toronto",
    limits: {
      status: "ok",
      fetchedAt: now,
      items: [limit("session", seq % 100), limit("weekly", Math.floor(seq / 10) % 100)],
    },
    usage: { since: DAY_NAMES[0], readErrors: 0, days: [] },
  };
}

function dayOf(at: number, n: number) {
  return {
    day: DAY_NAMES[at],
    state: at < DAYS - 2 ? "frozen" : "open",
    models: MODELS.map((model, place) => ({ model, ...countsOf(n + at + place) })),
  };
}

function countsOf(n: number): Counts {
  return {
    requests: 10 + n,
    inputTokens: 1_000 + n * 7,
    outputTokens: 20_000 + n * 31,
    cacheCreationTokens: 300_000 + n * 101,
    cacheReadTokens: 9_000_000 + n * 1_009,
  };
}

export interface Measured {
  readonly pushes: number;
  /** A second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Milliseconds. */
  readonly longest: number;
}

export interface Pace {
  readonly machines: number;
  /** The number of the first push. */
  readonly first: number;
  /** After so many pushes, or so many milliseconds, or once the signal is aborted. */
  readonly end: { readonly pushes?: number; readonly ms?: number; readonly signal?: AbortSignal };
  /** From the start of one push to the start of the next, in milliseconds. As fast as it goes unless given. */
  readonly everyMs?: number;
}

/**
 * Pushes from machine to machine, some at a time.
 * @param push sends the body of one machine; rejects if it is not kept
 */
export async function measure(
  push: (machine: number, seq: number) => Promise<void>,
  { machines, first, end, everyMs }: Pace,
): Promise<Measured> {
  const { pushes = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY, signal } = end;
  const times: number[] = [];
  const start = performance.now();
  let next = first;
  const work = async () => {
    while (next < first + pushes && performance.now() - start < ms && !signal?.aborted) {
      const number = next++;
      if (everyMs !== undefined) await sleep(start + (number - first) * everyMs - performance.now());
      const began = performance.now();
      await push(number % machines, Math.floor(number / machines));
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const took = performance.now() - start;
  times.sort((a, b) => a - b);
  return {
    pushes: times.length,
    rate: Math.round((times.length / took) * 1_000),
    p99: Number((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)),
    longest: Math.round(times.at(-1) ?? 0),
  };
}
