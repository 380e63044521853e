import type { Log } from "../../../src/base/edges.ts";
import type { AlertStore, Attempt, Channel, ClaimedDelivery, NextStep } from "../store/index.ts";
import type { DeliveryCounts } from "./counts.ts";
import { messageFor, type Said } from "./message.ts";
import { nextStep } from "./retry.ts";
import { unseal } from "./seal.ts";
import type { Answer, Outgoing } from "./send.ts";

/** How long a process has a delivery, in milliseconds: longer than any attempt takes. */
export const LEASE_MS = 60_000;
/** Deliveries under way at the same time. One that hangs must not hold up the others. */
const MOST_AT_ONCE = 8;

export interface CourierOptions {
  readonly store: AlertStore;
  readonly hmacKey: Buffer;
  readonly send: (message: Outgoing, signal: AbortSignal) => Promise<Answer>;
  /** The page about an alert. */
  readonly linkTo: (alert: Said) => string;
  readonly counts: DeliveryCounts;
  readonly log: Log;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Delivers what is due. Every delivery is claimed first, so that of many processes one sends it. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #stop = new AbortController();
  readonly #workers = new Set<Promise<void>>();

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Starts what is due. */
  kick(): void {
    if (this.#stop.signal.aborted || this.#workers.size >= MOST_AT_ONCE) return;
    const worker = this.#work().finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** Resolves once nothing that is due is left. */
  async idle(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  /** Ends attempts under way after `graceMs`. They are sent again by the next process. */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), graceMs);
    await this.idle();
    clearTimeout(timer);
    this.#stop.abort();
  }

  async #work(): Promise<void> {
    const { store, log, clock } = this.#options;
    try {
      while (!this.#stop.signal.aborted) {
        const claimed = await store.claim(clock(), LEASE_MS);
        if (claimed === undefined) return;
        // There may be more: another one looks while this one sends.
        this.kick();
        await this.#deliver(claimed);
      }
    } catch (error) {
      log.warn({ err: error }, "alerts could not be delivered; they are tried again");
    }
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { store, clock, random, log } = this.#options;
    const { channel, attempts, until } = claimed;
    if (channel === undefined || !channel.enabled) {
      await store.settle(claimed, undefined, { status: "dropped", doneAt: clock() });
      return;
    }
    if (clock() >= until) {
      await store.settle(claimed, undefined, { status: "gave_up", doneAt: clock() });
      return;
    }
    const attempt = await this.attempt(channel, claimed.alert);
    const { answer } = attempt;
    const next: NextStep = nextStep({
      answer,
      attempts: attempts + 1,
      until,
      now: clock(),
      random: random(),
    });
    await store.settle(claimed, attempt, next);
    if (next.status === "failed" || next.status === "gave_up")
      log.warn({ channel: channel.id, answer }, "an alert could not be delivered");
  }

  /** Sends an alert to a channel, once. */
  async attempt({ kind, sealed }: Pick<Channel, "kind" | "sealed">, alert: Said): Promise<Attempt & Answer> {
    const { hmacKey, send, linkTo, counts, clock } = this.#options;
    const at = clock();
    const started = performance.now();
    const secrets = unseal(sealed, hmacKey);
    const answer: Answer =
      secrets === undefined
        ? { answer: "unreadable", status: null }
        : await send(messageFor(kind, secrets, alert, linkTo(alert), at), this.#stop.signal);
    counts.add(kind, answer.answer);
    return { ...answer, at, durationMs: Math.round(performance.now() - started) };
  }
}
