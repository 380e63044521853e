import type { LimitKey } from "./limit-key.ts";
import type { Actor, LimitReading } from "./records.ts";

/** Rules, channels, alerts and their deliveries. `at` and `now` are epoch milliseconds. */
export interface AlertStore {
  /** By account; the rule for all others first, if there is one. */
  rules(): Promise<AlertRule[]>;
  /** Adds the rule of an account, or replaces it. */
  saveRule(rule: AlertRule, by: Actor): Promise<void>;
  removeRule(account: string | null, by: Actor): Promise<boolean>;

  /** By name. */
  channels(): Promise<Channel[]>;
  /** The last attempt to send to each channel, by its id. */
  lastAttempts(): Promise<ReadonlyMap<number, Attempt>>;
  addChannel(channel: NewChannel, by: Actor): Promise<number | "name_taken">;
  changeChannel(
    id: number,
    change: Partial<NewChannel>,
    by: Actor,
  ): Promise<"changed" | "unknown" | "name_taken">;
  /** What waits for it is not sent any more. */
  removeChannel(id: number, by: Actor): Promise<boolean>;

  /** @param afterMs how long it may be silent; null for as long as it likes. @returns whether there is such a machine */
  watchMachine(machine: string, afterMs: number | null, by: Actor): Promise<boolean>;
  /** The machines whose silence raises an alert: neither archived nor revoked. */
  watchedMachines(): Promise<WatchedMachine[]>;

  /**
   * Says that a process runs. @param gapMs after a longer time without a word of any process, the collector was down
   * @param isFirst whether the process has just started
   * @returns since when the collector has been up
   */
  beat(process: string, now: number, gapMs: number, isFirst: boolean): Promise<number>;
  /** The first by name of the processes that were heard of since an instant. */
  firstProcess(since: number): Promise<string | undefined>;
  /** Says that a process ends. */
  leave(process: string): Promise<void>;

  /** The id of the newest change of a limit: it grows with each. */
  newestChange(): Promise<number>;
  /** Whose limits changed after a change, each once. */
  changedOwners(after: number): Promise<LimitOwner[]>;
  /** The newest readings of some owners. @param since only those read since */
  readingsOf(owners: readonly LimitOwner[], since: number): Promise<LimitReading[]>;
  /** The newest readings of all, page by page. @param percent only those of at least so many percent */
  highReadings(percent: number, since: number): AsyncGenerator<LimitReading[]>;
  /** The readings of an owner that changed, oldest first. */
  courseOf(owner: LimitOwner, since: number): Promise<LimitReading[]>;

  /** The alerts whose window ends after `since`, or is unknown, and those of silent machines. */
  raisedSince(since: number): Promise<RaisedAlert[]>;
  /**
   * Adds an alert with a delivery for each channel, unless `isKnown` recognizes it among those that were raised before: one
   * process at a time, so that no two raise the same one.
   */
  raise(
    alert: NewAlert,
    channels: readonly number[],
    isKnown: (earlier: RaisedAlert) => boolean,
  ): Promise<boolean>;

  /** Takes a delivery that is due, so that nobody else has it until the lease ends. */
  claim(now: number, leaseMs: number): Promise<ClaimedDelivery | undefined>;
  /** Ends a claim, and keeps the attempt. @returns false if the lease ended first and somebody else has it */
  settle(delivery: ClaimedDelivery, attempt: Attempt | undefined, next: NextStep): Promise<boolean>;

  /** Keeps what a test of a channel got. It is sent once. */
  addTest(
    alert: NewAlert,
    channel: Pick<Channel, "id" | "name" | "kind">,
    attempt: Attempt,
    by: Actor,
  ): Promise<void>;

  /** The newest first. @param before the id of an alert: only older ones */
  list(limit: number, before?: number): Promise<AlertEntry[]>;
  /** Removes alerts from before. @returns how many */
  pruneAlerts(before: number): Promise<number>;
}

export const CHANNEL_KINDS = ["webhook", "ntfy", "slack"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export interface NewChannel {
  readonly name: string;
  readonly kind: ChannelKind;
  /** The host of its URL: all of it that is shown. */
  readonly host: string;
  /** The URL and the secrets, encrypted. */
  readonly sealed: string;
  readonly enabled: boolean;
  readonly mutedUntil: number | null;
}

export interface Channel extends NewChannel {
  readonly id: number;
  readonly createdAt: number;
  readonly createdBy: string;
}

export interface AlertRule {
  /** Null for all accounts without a rule of their own, and for machines that name none. */
  readonly account: string | null;
  /** Each from 1 to 100, ascending. */
  readonly percents: readonly number[];
  readonly runsOut: boolean;
  readonly reset: boolean;
  /** Ids; empty for all channels. */
  readonly channels: readonly number[];
  readonly enabled: boolean;
  readonly mutedUntil: number | null;
}

export interface WatchedMachine {
  readonly id: string;
  readonly name: string;
  readonly afterMs: number;
  /** When it was last seen; when it joined, if it never was. */
  readonly seen: number;
}

/** Whose limits: an account's, or those of a machine that names none. */
export type LimitOwner = Pick<LimitReading, "account" | "machine">;

/**
 * `percent`: a threshold was reached. `runs_out`: the limit is expected to run out before its reset. `reset`: it was over a
 * threshold, and has reset. `silence`: a machine has not been seen. `test`: somebody wants to see whether a channel works.
 */
export type AlertWhat = "percent" | "runs_out" | "reset" | "silence" | "test";

/** What decides whether an alert is raised again. */
export interface RaisedAlert extends LimitKey {
  readonly what: AlertWhat;
  readonly threshold: number | null;
  /** When the limit's window resets, null if unknown; of a silent machine, when it was last seen. */
  readonly windowAt: number | null;
  readonly runsOutAt: number | null;
  readonly at: number;
}

export interface NewAlert extends RaisedAlert {
  /** Random: receivers know an alert again by it. */
  readonly uid: string;
  readonly percent: number | null;
  /** Whether its rule was muted, so that it was sent to nobody. */
  readonly muted: boolean;
  readonly title: string;
  readonly body: string;
  /** When to stop trying to deliver it. */
  readonly until: number;
}

export type StoredAlert = Omit<NewAlert, "until"> & { readonly id: number };

/**
 * `failed`: the channel refused it for good. `gave_up`: there was no more time. `dropped`: the channel was removed, or switched
 * off.
 */
export type DeliveryEnd = "delivered" | "failed" | "gave_up" | "dropped";

export interface Attempt {
  readonly at: number;
  readonly durationMs: number;
  /** A word for the answer, such as `timeout`. */
  readonly answer: string;
  /** The status of an HTTP answer. */
  readonly status: number | null;
}

export type NextStep =
  | { readonly status: "pending"; readonly nextAt: number }
  | { readonly status: DeliveryEnd; readonly doneAt: number };

export interface Delivery {
  readonly id: number;
  readonly channel: number;
  readonly channelName: string;
  readonly channelKind: ChannelKind;
  readonly status: "pending" | DeliveryEnd;
  /** When it is tried next, while it is pending. */
  readonly nextAt: number;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
}

export interface AlertEntry extends StoredAlert {
  readonly deliveries: readonly Delivery[];
}

export interface ClaimedDelivery {
  readonly id: number;
  /** Marks this claim. */
  readonly claim: string;
  /** How often it was tried before. */
  readonly attempts: number;
  readonly until: number;
  readonly alert: StoredAlert;
  /** Undefined if it was removed. */
  readonly channel: Channel | undefined;
}
