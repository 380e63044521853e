import { type Clocks, ClockWatch, realClocks } from "./clock-watch.ts";

/** How often the clocks are looked at, in milliseconds. */
const TICK_MS = 20_000;
/** How long after a jump was seen its beat comes: the network comes back first. With a tick, 20 s to a minute after the waking. */
const SETTLE_MS = 25_000;

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
  #settling: NodeJS.Timeout | undefined;

  constructor(events: WakeEvents, clocks: Clocks = realClocks) {
    this.#events = events;
    this.#watch = new ClockWatch(clocks);
    this.#ticker = setInterval(() => this.look(), TICK_MS);
  }

  /** Looks at the clocks now. Whether a jump's own beat is still to come, so that none is to run before it. */
  look(): boolean {
    if (this.#watch.jumped(TICK_MS)) {
      this.#events.onJump();
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => {
        this.#settling = undefined;
        this.#events.onSettled();
      }, SETTLE_MS);
    }
    return this.#settling !== undefined;
  }

  stop(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#settling);
  }
}
