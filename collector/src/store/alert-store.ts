import type {
  AlertEntry,
  AlertRule,
  Attempt,
  Channel,
  ClaimedDelivery,
  LimitOwner,
  NewAlert,
  NewChannel,
  NextStep,
  RaisedAlert,
  WatchedMachine,
} from "./alert-records.ts";
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
