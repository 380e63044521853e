import { isIPv6 } from "node:net";
import { MINUTE_MS } from "../../../src/base/durations.ts";

/** How many failures an address may cause in a minute. */
const MAX_FAILURES = 60;
/** How many failures an account may have in a minute: a password is guessed by many addresses at once. */
export const MAX_ACCOUNT_FAILURES = 10;
/** How many addresses are remembered at most: memory stays flat. */
const MAX_ADDRESSES = 10_000;

/** Counts failed secrets and passwords by address, or by account. What succeeds is never counted and never limited. */
export class FailureLimiter {
  readonly #failures = new Map<string, { since: number; count: number }>();
  readonly #clock: () => number;
  readonly #most: number;

  constructor(clock: () => number = Date.now, most: number = MAX_FAILURES) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts a failure. @returns whether the address had too many */
  fail(address: string): boolean {
    const now = this.#clock();
    const key = networkOf(address);
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
    const known = this.#failures.get(networkOf(address));
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
