import { MINUTE_MS } from "../../../src/base/durations.ts";
import { networkOf } from "../../../src/base/net/network.ts";

/** How many failures an address may cause in a minute. */
const MAX_FAILURES = 60;
/** How many failures an account may have in a minute: a password is guessed by many addresses at once. */
const MAX_ACCOUNT_FAILURES = 10;
/** How many addresses are remembered at most: memory stays flat. */
const MAX_ADDRESSES = 10_000;

interface Failures {
  readonly since: number;
  count: number;
}

/** Counts failed secrets and passwords by address, or by account. What succeeds is never counted and never limited. */
export class FailureLimiter {
  readonly #failures = new Map<string, Failures>();
  readonly #clock: () => number;
  readonly #most: number;
  readonly #keyOf: (address: string) => string;

  private constructor(clock: () => number, most: number, keyOf: (address: string) => string) {
    this.#clock = clock;
    this.#most = most;
    this.#keyOf = keyOf;
  }

  static ofAddresses(clock: () => number = Date.now): FailureLimiter {
    return new FailureLimiter(clock, MAX_FAILURES, networkOf);
  }

  /** Names are kept as they are: limit their length before. */
  static ofAccounts(clock: () => number = Date.now): FailureLimiter {
    return new FailureLimiter(clock, MAX_ACCOUNT_FAILURES, (name) => name);
  }

  /** Counts a failure. @returns whether the address had too many */
  fail(address: string): boolean {
    return this.#count(address).count > this.#most;
  }

  /** Whether the address has too many failures already. */
  isBlocked(address: string): boolean {
    return (this.#now(address)?.count ?? 0) >= this.#most;
  }

  /**
   * Counts an attempt as a failure before it is checked, so that attempts sent at the same time are no more than those sent
   * one by one. @returns how to take that back, for one that was none
   */
  attempt(address: string): () => void {
    const counted = this.#count(address);
    return () => {
      counted.count--;
    };
  }

  #count(address: string): Failures {
    const key = this.#keyOf(address);
    const entry = this.#now(address) ?? { since: this.#clock(), count: 0 };
    entry.count++;
    // Deleted first, so that the oldest entries come first.
    this.#failures.delete(key);
    this.#failures.set(key, entry);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_ADDRESSES) break;
      this.#failures.delete(oldest);
    }
    return entry;
  }

  /** The failures of the present minute. */
  #now(address: string): Failures | undefined {
    const now = this.#clock();
    const known = this.#failures.get(this.#keyOf(address));
    return known !== undefined && now >= known.since && now - known.since < MINUTE_MS ? known : undefined;
  }
}
