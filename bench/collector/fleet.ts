// The fleet of the benchmark: 200 machines that push 36 days of 3 models each, of which only today changes.
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

/** The body of a machine's push. What was used today grows with `seq`. */
export function bodyOf(machine: number, seq: number): string {
  const id = machineId(machine);
  const resetsAt = new Date(TODAY + DAY_MS).toISOString();
  const limit = (kind: string, percent: number) => ({ kind, group: kind, percent, resetsAt, model: null });
  return JSON.stringify({
    schemaVersion: 1,
    program: "agent-usage",
    machine: { id, label: `machine-${machine}`, os: "linux", account: `account-${machine % 10}` },
    stateId: id,
    seq,
    agentUsageVersion: "1.0.0",
    agentVersion: "2.0.0",
    sentAt: new Date(TODAY + seq * 1_000).toISOString(),
    timeZone: "America/Toronto",
    limits: {
      status: "ok",
      fetchedAt: new Date(TODAY + seq * 1_000).toISOString(),
      items: [limit("session", seq % 100), limit("weekly", Math.floor(seq / 10) % 100)],
    },
    usage: {
      since: DAY_NAMES[0],
      readErrors: 0,
      days: DAY_NAMES.map((day, index) => ({
        day,
        state: index < DAYS - 2 ? "frozen" : "open",
        models: MODELS.map((model, place) => ({
          model,
          ...countsOf(machine + index + place + (index === DAYS - 1 ? seq : 0)),
        })),
      })),
    },
  });
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
}

/**
 * Pushes from machine to machine, some at a time.
 * @param push sends the body of one machine; rejects if it is not kept
 * @param end after so many pushes, or so many milliseconds
 */
export async function measure(
  push: (machine: number, seq: number) => Promise<void>,
  first: number,
  end: { readonly pushes?: number; readonly ms?: number },
): Promise<Measured> {
  const { pushes = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY } = end;
  const times: number[] = [];
  const start = performance.now();
  let next = first;
  const work = async () => {
    while (next < first + pushes && performance.now() - start < ms) {
      const number = next++;
      const began = performance.now();
      await push(number % MACHINES, Math.floor(number / MACHINES));
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
  };
}
