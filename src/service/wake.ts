import { type Clocks, ClockWatch, realClocks } from "./clock-watch.ts";

/** How often the clocks are looked at, in milliseconds. */
const TICK_MS = 20_000;
/** How long after a jump was seen its beat comes: the network comes back first. With a tick, 20 s to a minute after the waking. */
const SETTLE_MS = 25_000;
/** Further jumps put that beat off no longer than this from the first: a clock that jumps on and on must not starve the beats. */
const MOST_SETTLE_MS = 40_000;

export interface WakeEvents {
  /** The machine slept or its clock was set. */
  readonly onJump: () => void;
  /** The beat that makes up for it is due. */
  readonly onSettled: () => void;
}

/** Looks out for sleeps and for a clock that was set, and says when the network may be expected back. */
export class Wake {
  readonly #watch: ClockWatch;
  readonly #events: WakeEvents;
  readonly #ticker: NodeJS.Timeout;
  readonly #clocks: Clocks;
  #settling: NodeJS.Timeout | undefined;
  /** By the monotonic clock, for as long as a jump's beat is still to come. */
  #latest = 0;

  constructor(events: WakeEvents, clocks: Clocks = realClocks) {
    this.#events = events;
    this.#clocks = clocks;
    this.#watch = new ClockWatch(clocks);
    this.#ticker = setInterval(() => this.look(), TICK_MS);
  }

  /** Looks at the clocks now. Whether a jump's own beat is still to come, so that none is to run before it. */
  look(): boolean {
    if (this.#watch.jumped(TICK_MS)) {
      this.#events.onJump();
      const now = this.#clocks.monotonic();
      if (this.#settling === undefined) this.#latest = now + MOST_SETTLE_MS;
      clearTimeout(this.#settling);
      this.#settling = setTimeout(
        () => {
          this.#settling = undefined;
          this.#events.onSettled();
        },
        Math.max(0, Math.min(SETTLE_MS, this.#latest - now)),
      );
    }
    return this.#settling !== undefined;
  }

  stop(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#settling);
  }
}
