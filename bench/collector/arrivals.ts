// Pushes as a fleet makes them: each machine at its own second of the quarter hour, on an ordinary day and after an outage.
import { setTimeout as sleep } from "node:timers/promises";
import { beatOffset } from "../../src/service/schedule.ts";
import { machineId } from "./fleet.ts";

const MINUTE_S = 60;
const QUARTER_S = 15 * MINUTE_S;

export interface Arrived {
  readonly pushes: number;
  /** A second. */
  readonly rate: number;
  /** Milliseconds, from the second in which a push was due. */
  readonly p99: number;
  readonly longest: number;
  /** Of one core, for this process: bodies are made in it, too. */
  readonly cpuPercent: number;
}

/** Lets the machines push whose second comes within so many seconds. All of a second push at its beginning. */
export async function measureArrivals(
  push: (machine: number) => Promise<void>,
  machines: number,
  seconds: number,
): Promise<Arrived> {
  const due: number[][] = Array.from({ length: Math.min(seconds, QUARTER_S) }, () => []);
  for (let machine = 0; machine < machines; machine++) due[beatOffset(machineId(machine))]?.push(machine);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  const pushing = due.map(async (these, second) => {
    const at = start + second * 1_000;
    await sleep(at - performance.now());
    const sent = these.map(async (machine) => {
      await push(machine);
      times.push(performance.now() - at);
    });
    await Promise.all(sent);
  });
  await Promise.all(pushing);
  const tookMs = Math.max(performance.now() - start, due.length * 1_000);
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  return {
    pushes: times.length,
    rate: times.length / due.length,
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    longest: Math.round(times.at(-1) ?? 0),
    cpuPercent: Math.round((user + system) / tookMs / 10),
  };
}
