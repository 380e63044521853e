import { MINUTE_MS } from "../../../src/base/durations.ts";
import { networkOf } from "../../../src/base/net/network.ts";

/** How many failures an address may cause in a minute. */
const MAX_FAILURES = 60;
/** How many failures an account may have in a minute: a password is guessed by many addresses at once. */
const MAX_ACCOUNT_FAILURES = 10;
/** How many addresses are remembered at most: memory stays flat. */
const MAX_ADDRESSES = 10_000;

/** Counts for all processes on a database; undefined where it cannot say. */
export interface SharedCounts {
  /** @param by -1 takes one back */
  add(key: string, by?: 1 | -1): Promise<SharedCount | undefined>;
  count(key: string): Promise<SharedCount | undefined>;
}

export interface SharedCount {
  readonly count: number;
  /** When the minute is over in which they were, in milliseconds from now. */
  readonly leftMs: number;
}

interface LimiterOptions {
  readonly clock?: () => number;
  /** Without them, this process counts alone. */
  readonly shared?: SharedCounts | undefined;
}

interface Kind {
  readonly name: string;
  readonly most: number;
  readonly keyOf: (text: string) => string;
}

interface Failures {
  since: number;
  count: number;
}

/** Counts failed secrets and passwords by address, or by account. What succeeds is never counted and never limited. */
export class FailureLimiter {
  readonly #failures = new Map<string, Failures>();
  readonly #clock: () => number;
  readonly #shared: SharedCounts | undefined;
  readonly #kind: Kind;

  private constructor(kind: Kind, { clock = Date.now, shared }: LimiterOptions) {
    this.#kind = kind;
    this.#clock = clock;
    this.#shared = shared;
  }

  static ofAddresses(options?: LimiterOptions): FailureLimiter {
    return new FailureLimiter({ name: "address", most: MAX_FAILURES, keyOf: networkOf }, options ?? {});
  }

  /** Names are kept as they are: limit their length before. */
  static ofAccounts(options?: LimiterOptions): FailureLimiter {
    const kind = { name: "account", most: MAX_ACCOUNT_FAILURES, keyOf: (name: string) => name };
    return new FailureLimiter(kind, options ?? {});
  }

  /** Counts a failure. @returns whether the address had too many */
  async fail(address: string): Promise<boolean> {
    const key = this.#kind.keyOf(address);
    const { count } = this.#add(key);
    // Once there are too many, no further one is written until the minute is over.
    if (count > this.#kind.most) return true;
    return Math.max(count, await this.#addShared(key)) > this.#kind.most;
  }

  /** Whether the address has too many failures already. */
  async isBlocked(address: string): Promise<boolean> {
    const key = this.#kind.keyOf(address);
    if ((this.#now(key)?.count ?? 0) >= this.#kind.most) return true;
    return this.#learn(key, await this.#shared?.count(this.#sharedKey(key))) >= this.#kind.most;
  }

  /**
   * Counts an attempt as a failure before it is checked, so that attempts sent at the same time are no more than those sent
   * one by one. @returns how to take that back, for one that was none; undefined if there were too many already
   */
  async attempt(address: string): Promise<(() => void) | undefined> {
    const key = this.#kind.keyOf(address);
    if ((this.#now(key)?.count ?? 0) >= this.#kind.most) return undefined;
    const counted = this.#add(key);
    const isTooMany = (await this.#addShared(key)) > this.#kind.most;
    const takeBack = () => {
      counted.count--;
      void this.#shared?.add(this.#sharedKey(key), -1);
    };
    if (!isTooMany) return takeBack;
    takeBack();
    return undefined;
  }

  #sharedKey(key: string): string {
    return `${this.#kind.name} ${key}`;
  }

  /** @returns how many there were at all processes; 0 if nobody can say */
  async #addShared(key: string): Promise<number> {
    const all = await this.#shared?.add(this.#sharedKey(key));
    this.#learn(key, all);
    return all?.count ?? 0;
  }

  #add(key: string): Failures {
    const entry = this.#now(key) ?? { since: this.#clock(), count: 0 };
    entry.count++;
    return this.#remember(key, entry);
  }

  /** @returns how many there were, as far as this process knows */
  #learn(key: string, all: SharedCount | undefined): number {
    const here = this.#now(key) ?? { since: this.#clock(), count: 0 };
    if (all === undefined || all.count <= here.count) return here.count;
    here.count = all.count;
    here.since = Math.min(here.since, this.#clock() + all.leftMs - MINUTE_MS);
    return this.#remember(key, here).count;
  }

  #remember(key: string, entry: Failures): Failures {
    // Deleted first, so that the oldest entries come first.
    this.#failures.delete(key);
    this.#failures.set(key, entry);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_ADDRESSES) break;
      this.#failures.delete(oldest);
    }
    return entry;
  }

  /** The failures of the present minute that this process knows of. */
  #now(key: string): Failures | undefined {
    const now = this.#clock();
    const known = this.#failures.get(key);
    return known !== undefined && now >= known.since && now - known.since < MINUTE_MS ? known : undefined;
  }
}
