import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/base/durations.ts";
import type { Log } from "../../../src/base/edges.ts";
import type { Actor, Attempt, Channel, NewAlert, Store } from "../store/index.ts";
import { DeliveryCounts } from "./counts.ts";
import { Courier } from "./courier.ts";
import { Evaluator } from "./evaluator.ts";
import type { Said } from "./message.ts";
import type { Answer, Outgoing } from "./send.ts";
import { TEST_WORDS } from "./words.ts";

/** How soon after a push its limits are looked at, in milliseconds. Pushes in between are looked at together. */
const SOON_MS = 1_000;
/** How often a process looks for deliveries that are due, in milliseconds. */
const DELIVER_MS = 5_000;
/** How often a process says that it runs, and looks for resets and silent machines, in milliseconds. */
const BEAT_MS = MINUTE_MS;
/** After so long without a word of any process, the collector was down. */
export const GAP_MS: number = 3 * BEAT_MS;
/** How often every limit at a threshold is looked at, in milliseconds. */
const ALL_MS = 15 * MINUTE_MS;
/** How long alerts are kept, in milliseconds. */
const KEPT_MS = 90 * DAY_MS;
const GRACE_MS = 5_000;

export interface AlertsOptions {
  readonly store: Pick<Store, "alerts" | "machines" | "hmacKey">;
  /** Where people reach the pages: an origin. */
  readonly origin: () => string;
  /** Whether channels may be in private networks. */
  readonly allowPrivate: boolean;
  readonly send: (message: Outgoing, signal: AbortSignal) => Promise<Answer>;
  readonly log: Log;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** After so long without a word of any process, the collector was down, in milliseconds. */
  readonly gapMs?: number;
  /** How long deliveries under way may take at a stop, in milliseconds. */
  readonly graceMs?: number;
}

/** Watches the limits and the machines, and delivers what there is to say. */
export class Alerts {
  readonly counts: DeliveryCounts = new DeliveryCounts();
  /** The name of this process among those on its database. */
  readonly process: string = randomUUID();
  readonly #options: AlertsOptions;
  readonly #evaluator: Evaluator;
  readonly #courier: Courier;
  readonly #timers: NodeJS.Timeout[] = [];
  #soon: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #hasBeaten = false;

  constructor(options: AlertsOptions) {
    const { store, origin, send, log, clock, random = Math.random } = options;
    this.#options = options;
    this.#evaluator = new Evaluator({ store, clock });
    this.#courier = new Courier({
      store: store.alerts,
      hmacKey: store.hmacKey,
      send,
      linkTo: (alert) => `${origin()}${pageOf(alert)}`,
      counts: this.counts,
      log,
      clock,
      random,
    });
  }

  /** Whether channels may be in private networks. */
  get allowPrivate(): boolean {
    return this.#options.allowPrivate;
  }

  /** Starts the timers. */
  start(): void {
    const every = (ms: number, work: () => void) => {
      work();
      this.#timers.push(setInterval(work, ms).unref());
    };
    every(BEAT_MS, () => void this.beat());
    every(ALL_MS, () => void this.lookAtAll());
    every(DELIVER_MS, () => this.#courier.kick());
    every(HOUR_MS, () => void this.#safely(() => this.#prune()));
  }

  /** Says that a push was kept. The limits are looked at soon, and the push does not wait for it. */
  noticed(): void {
    if (this.#soon !== undefined || this.#isStopped) return;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      void this.lookAtChanges();
    }, SOON_MS).unref();
  }

  lookAtChanges(): Promise<void> {
    return this.#safely(async () => this.#deliverIf(await this.#evaluator.changes()));
  }

  lookAtAll(): Promise<void> {
    return this.#safely(async () => this.#deliverIf(await this.#evaluator.all()));
  }

  /** Says that this process runs, and looks for what time alone brings. */
  beat(): Promise<void> {
    return this.#safely(async () => {
      const { store, clock, gapMs = GAP_MS } = this.#options;
      const upSince = await store.alerts.beat(this.process, clock(), gapMs, !this.#hasBeaten);
      this.#hasBeaten = true;
      const changes = await this.#evaluator.changes();
      const resets = await this.#evaluator.resets();
      this.#deliverIf(changes + resets + (await this.#evaluator.silences(upSince)));
    });
  }

  /** Sends what is due, and waits for it. */
  async deliver(): Promise<void> {
    this.#courier.kick();
    await this.#courier.idle();
  }

  /** Sends a test to a channel now, once, and keeps what it got. */
  async test(channel: Channel, by: Actor): Promise<Attempt> {
    const now = this.#options.clock();
    const alert: NewAlert = {
      ...TEST_WORDS,
      what: "test",
      account: null,
      machine: null,
      kind: "",
      group: "",
      model: null,
      threshold: null,
      percent: null,
      windowAt: null,
      runsOutAt: null,
      muted: false,
      uid: `msg_${randomUUID()}`,
      at: now,
      until: now,
    };
    const attempt = await this.#courier.attempt(channel, alert);
    await this.#options.store.alerts.addTest(alert, channel, attempt, by);
    return attempt;
  }

  /** Ends what is under way. What was not delivered is left to the next process. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#soon);
    const { graceMs = GRACE_MS } = this.#options;
    await Promise.all([this.#work, this.#courier.stop(graceMs)]);
    await this.#options.store.alerts.leave(this.process).catch(() => {});
  }

  #deliverIf(raised: number): void {
    if (raised > 0) this.#courier.kick();
  }

  async #prune(): Promise<void> {
    const { store, clock } = this.#options;
    await store.alerts.pruneAlerts(clock() - KEPT_MS);
  }

  /** One after the other. If the store is unavailable, the next time tries again. */
  #safely(work: () => Promise<unknown>): Promise<void> {
    const done = this.#work.then(async () => {
      if (!this.#isStopped) await work();
    });
    const safe = done.catch((error: unknown) => {
      this.#options.log.warn({ err: error }, "limits could not be looked at; they are looked at again");
    });
    this.#work = safe;
    return safe;
  }
}

/** The page that tells more. */
function pageOf({ what, account, machine }: Said): string {
  if (what === "test") return "/alerts";
  if (machine !== null) return `/machines/${machine}`;
  return account === null ? "/limits" : `/limits?account=${encodeURIComponent(account)}`;
}
