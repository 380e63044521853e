import { isIPv6 } from "node:net";
import { MINUTE_MS } from "../../../src/base/durations.ts";

/** How many failures an address may cause in a minute. */
const MAX_FAILURES = 60;
/** How many failures an account may have in a minute: a password is guessed by many addresses at once. */
const MAX_ACCOUNT_FAILURES = 10;
/** How many addresses are remembered at most: memory stays flat. */
const MAX_ADDRESSES = 10_000;

/** Counts failed secrets and passwords by address, or by account. What succeeds is never counted and never limited. */
export class FailureLimiter {
  readonly #failures = new Map<string, { since: number; count: number }>();
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
    const now = this.#clock();
    const key = this.#keyOf(address);
    const known = this.#failures.get(key);
    const isOver = known === undefined || now - known.since >= MINUTE_MS || now < known.since;
    const entry = isOver ? { since: now, count: 1 } : { since: known.since, count: known.count + 1 };
    // Deleted first, so that the oldest entries come first.
    this.#failures.delete(key);
    this.#failures.set(key, entry);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_ADDRESSES) break;
      this.#failures.delete(oldest);
    }
    return entry.count > this.#most;
  }

  /** Whether the address has too many failures already. For checks that cost much, such as a password's. */
  isBlocked(address: string): boolean {
    const known = this.#failures.get(this.#keyOf(address));
    return known !== undefined && this.#clock() - known.since < MINUTE_MS && known.count >= this.#most;
  }
}

/** One subscriber has a whole /64 of IPv6. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((part) => part !== "");
  const right = tail?.split(":").filter((part) => part !== "") ?? [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right].slice(0, 4).join(":");
}
