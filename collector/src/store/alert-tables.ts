import type { Generated } from "kysely";

/** 0 or 1. */
type Truth = 0 | 1;

/** The tables of alerts. An empty account or model in a key stands for none. */
export interface AlertTables {
  /** Where alerts go. `sealed` holds the URL and the secrets, encrypted. */
  alert_channel: {
    id: Generated<number>;
    name: string;
    kind: string;
    host: string;
    sealed: string;
    enabled: Truth;
    muted_until: number | null;
    created_at: number;
    created_by: string;
  };

  /** What raises alerts, by account. The empty account stands for all that have no rule of their own. */
  alert_rule: {
    account: string;
    /** Numbers with commas between them. */
    percents: string;
    runs_out: Truth;
    reset: Truth;
    /** Ids of channels with commas between them; empty for all. */
    channels: string;
    enabled: Truth;
    muted_until: number | null;
  };

  /** The machines whose silence raises an alert. */
  alert_silence: { machine: number; after_ms: number };

  /** The processes that run on this database, and since when one of them has run without a gap. */
  alert_process: { process: string; beat_at: number; up_since: number };

  alert: {
    id: Generated<number>;
    uid: string;
    what: string;
    account: string;
    machine: number;
    kind: string;
    limit_group: string;
    model: string;
    threshold: number | null;
    percent: number | null;
    /** When the limit's window resets; of a silent machine, when it was last seen. */
    window_at: number | null;
    runs_out_at: number | null;
    at: number;
    muted: Truth;
    title: string;
    body: string;
  };

  /** An alert on its way to one channel. */
  alert_delivery: {
    id: Generated<number>;
    alert: number;
    channel: number;
    channel_name: string;
    channel_kind: string;
    status: string;
    attempts: number;
    next_at: number;
    /** When trying ends. */
    until_at: number;
    /** Which try holds it, and how long it may. */
    claim: string | null;
    leased_until: number;
    done_at: number | null;
  };

  alert_attempt: {
    id: Generated<number>;
    delivery: number;
    at: number;
    duration_ms: number;
    answer: string;
    status: number | null;
  };
}
