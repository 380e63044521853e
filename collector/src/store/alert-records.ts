import type { LimitKey } from "./limit-key.ts";
import type { LimitReading } from "./records.ts";

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
