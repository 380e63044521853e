import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../../src/base/edges.ts";
import type { Alerts } from "../alerts/index.ts";
import type { PushCounts } from "../server/index.ts";
import type { Otlp } from "../settings/index.ts";
import { type Store, StoreUnavailable } from "../store/index.ts";
import { fleetMetrics } from "./fleet.ts";
import { type Metric, type Resource, requestBody } from "./metrics.ts";
import { type Posted, post } from "./post.ts";

/** How many values a request has at most: few enough that making it holds up no push. */
const POINTS = 2_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 1_000;

export interface ExporterOptions {
  readonly otlp: Otlp;
  readonly store: Pick<Store, "counters" | "limits" | "machines">;
  readonly pushes: PushCounts;
  readonly alerts: Pick<Alerts, "counts">;
  /** Whether this process is the one that sends the fleet's metrics. */
  readonly isFirst: () => Promise<boolean>;
  readonly version: string;
  readonly log: Log;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * Sends metrics by OTLP, over and over. What this process counted is sent by each process, with its own `service.instance.id`; what
 * the database says is sent by one process alone.
 * @returns the function that ends it
 */
export function exportMetrics(options: ExporterOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = new Exporter(options, stop.signal).run();
  return () => {
    stop.abort();
    return running;
  };
}

class Exporter {
  readonly #options: ExporterOptions;
  readonly #signal: AbortSignal;
  readonly #started: number;
  readonly #instance = randomUUID();
  #problem: string | undefined;

  constructor(options: ExporterOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#started = options.clock();
  }

  async run(): Promise<void> {
    const { otlp, log } = this.#options;
    while (await this.#pause(otlp.intervalMs)) {
      const problem = await this.#round();
      if (this.#signal.aborted) return;
      // Once, not each minute.
      if (problem !== undefined && this.#problem === undefined)
        log.warn({ problem }, "metrics could not be sent; they are sent again");
      if (problem === undefined && this.#problem !== undefined) log.info({}, "metrics are sent again");
      this.#problem = problem;
    }
  }

  /** Sends everything once. @returns what went wrong */
  async #round(): Promise<string | undefined> {
    const { store, isFirst, otlp } = this.#options;
    const service: Resource = { "service.name": otlp.serviceName };
    try {
      const own = await this.#send({ ...service, "service.instance.id": this.#instance }, this.#ownMetrics());
      if (own !== undefined || !(await isFirst())) return own;
      return await this.#send(service, await fleetMetrics(store));
    } catch (error) {
      if (error instanceof StoreUnavailable) return "the database cannot be used";
      throw error;
    }
  }

  async #send(resource: Resource, metrics: readonly Metric[]): Promise<string | undefined> {
    const { version, clock } = this.#options;
    for (const part of inParts(metrics)) {
      const posted = await this.#post(requestBody(resource, [part], version, clock()));
      if (posted.status === "stopped") return undefined;
      if (posted.status !== "sent") return posted.problem;
    }
    return undefined;
  }

  async #post(body: string): Promise<Posted> {
    const { otlp, random = Math.random } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const posted = await post(otlp, body, this.#signal);
      if (posted.status !== "again" || attempt === ATTEMPTS) return posted;
      const wait = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + random());
      if (!(await this.#pause(Math.max(posted.waitMs, wait)))) return { status: "stopped" };
    }
  }

  /** @returns whether to go on */
  async #pause(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal: this.#signal, ref: false }).catch(() => {});
    return !this.#signal.aborted;
  }

  /** How this process answered pushes, and what became of its alerts. */
  #ownMetrics(): Metric[] {
    const { pushes, alerts } = this.#options;
    const since = this.#started;
    return [
      {
        name: "agent_usage.collector.pushes",
        description: "Pushes answered by this process, by answer.",
        unit: "{push}",
        kind: "sum",
        points: [...pushes.all()].map(([status, value]) => ({ attributes: { status }, value, since })),
      },
      {
        name: "agent_usage.collector.alert_deliveries",
        description: "Attempts of this process to deliver an alert, by kind of channel and answer.",
        unit: "{attempt}",
        kind: "sum",
        points: [...alerts.counts.all()].map(({ kind, answer, count }) => ({
          attributes: { channel: kind, answer },
          value: count,
          since,
        })),
      },
    ];
  }
}

/** Each metric in parts of a bounded size. One without values is left out. */
function* inParts(metrics: readonly Metric[]): Generator<Metric> {
  for (const metric of metrics) {
    for (let from = 0; from < metric.points.length; from += POINTS) {
      yield { ...metric, points: metric.points.slice(from, from + POINTS) };
    }
  }
}
