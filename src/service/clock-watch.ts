/** How far the clocks may part, or a tick come late, before that counts as a jump or a sleep, in milliseconds. */
export const JUMP_MS = 60_000;

export interface Clocks {
  /** Epoch milliseconds. */
  readonly wall: () => number;
  /** Milliseconds from any point, never going back. */
  readonly monotonic: () => number;
}

export const realClocks: Clocks = { wall: Date.now, monotonic: () => performance.now() };

/** Notices that the machine slept or that its clock was set, either way. */
export class ClockWatch {
  readonly #clocks: Clocks;
  #wall: number;
  #monotonic: number;

  constructor(clocks: Clocks = realClocks) {
    this.#clocks = clocks;
    this.#wall = clocks.wall();
    this.#monotonic = clocks.monotonic();
  }

  /**
   * Whether there was a jump since the last look, which was to be `tickMs` ago at the most. A sleep parts the two
   * clocks on Linux; on macOS both go on, and it is the look that comes late.
   */
  jumped(tickMs: number): boolean {
    const wall = this.#clocks.wall();
    const monotonic = this.#clocks.monotonic();
    const wallStep = wall - this.#wall;
    const monotonicStep = monotonic - this.#monotonic;
    this.#wall = wall;
    this.#monotonic = monotonic;
    return Math.abs(wallStep - monotonicStep) > JUMP_MS || monotonicStep > tickMs + JUMP_MS;
  }
}
