/** How often the clocks are compared, in milliseconds. */
const TICK_MS = 20_000;
/** How far the clocks may differ, or a check come late, before it counts as a jump, in milliseconds (rule SERVICE-8). */
export const JUMP_MS = 60_000;
/** How long after a jump its beat runs, in milliseconds: the network needs a moment. With a tick, 20 s to a minute after the wake. */
const SETTLE_MS = 25_000;
/** How long further jumps can delay that beat after the first one, in milliseconds. A clock that keeps jumping must not stop the beats. */
const MAX_SETTLE_MS = 40_000;

export interface Clocks {
  /** Epoch milliseconds. */
  readonly wall: () => number;
  /** Milliseconds since some fixed point; never goes back. */
  readonly monotonic: () => number;
}

const REAL_CLOCKS: Clocks = { wall: Date.now, monotonic: () => performance.now() };

export interface WakeEvents {
  /** The machine slept or its clock was set. */
  readonly onJump: () => void;
  /** The beat that makes up for it is due. */
  readonly onSettled: () => void;
}

/** Notices that the machine slept or that its clock was set, and when the network is likely to be back. */
export class Wake {
  readonly #events: WakeEvents;
  readonly #clocks: Clocks;
  readonly #ticker: NodeJS.Timeout;
  #wall: number;
  #monotonic: number;
  #settling: NodeJS.Timeout | undefined;
  /** The latest time for a jump's beat, on the monotonic clock, while one is pending. */
  #latest = 0;

  constructor(events: WakeEvents, clocks: Clocks = REAL_CLOCKS) {
    this.#events = events;
    this.#clocks = clocks;
    this.#wall = clocks.wall();
    this.#monotonic = clocks.monotonic();
    this.#ticker = setInterval(() => this.check(), TICK_MS);
  }

  /** Whether a jump's beat is pending. No other beat should run before it. */
  get isSettling(): boolean {
    return this.#settling !== undefined;
  }

  /** Compares the clocks now. */
  check(): void {
    if (!this.#advance()) return;
    this.#events.onJump();
    const now = this.#monotonic;
    if (this.#settling === undefined) this.#latest = now + MAX_SETTLE_MS;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(
      () => {
        this.#settling = undefined;
        this.#events.onSettled();
      },
      Math.max(0, Math.min(SETTLE_MS, this.#latest - now)),
    );
  }

  stop(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#settling);
  }

  /**
   * Reads both clocks. Returns whether there was a jump since they were last read, at most a tick ago. On Linux a sleep
   * moves only the wall clock; on macOS it moves both, and the check comes late.
   */
  #advance(): boolean {
    const wallStep = this.#clocks.wall() - this.#wall;
    const monotonicStep = this.#clocks.monotonic() - this.#monotonic;
    this.#wall += wallStep;
    this.#monotonic += monotonicStep;
    return Math.abs(wallStep - monotonicStep) > JUMP_MS || monotonicStep > TICK_MS + JUMP_MS;
  }
}
