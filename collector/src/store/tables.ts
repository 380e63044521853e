import type { Generated } from "kysely";
import type { AlertTables } from "./alert-tables.ts";

/** 0 or 1. */
type Truth = 0 | 1;

/** The columns of counts, in the order of `COUNTS` in `counts.ts`. */
interface CountColumns {
  requests: number;
  input_tokens: number;
  output_tokens: number;
  cache_creation_tokens: number;
  cache_read_tokens: number;
  cache_creation_1h_tokens: number;
}

/**
 * A sum of any number of counts is two columns: `x + x_high * 2^32`. Each can be added to without ever leaving 64 bits, so sums
 * are exact however large the counts that a machine sends.
 */
interface SumColumns extends CountColumns {
  /** How many records of days the sum is made of. */
  holders: number;
  requests_high: number;
  input_tokens_high: number;
  output_tokens_high: number;
  cache_creation_tokens_high: number;
  cache_read_tokens_high: number;
  cache_creation_1h_tokens_high: number;
}

/** Instants are epoch milliseconds, days are `YYYY-MM-DD`. An empty account or model in a key stands for none. */
export interface Tables extends AlertTables {
  /** Facts about the database itself: `hmac_key`, `ca_certificate`, `ca_key`, `probe`, `served`. */
  meta: { key: string; value: string };

  machine: {
    id: Generated<number>;
    program: string;
    machine_id: string;
    label: string;
    name: string | null;
    os: string;
    account: string;
    agent_version: string | null;
    agent_usage_version: string | null;
    first_seen: number;
    last_seen: number | null;
    archived_at: number | null;
    revoked_at: number | null;
    two_homes_at: number | null;
    /** The machine that this one was merged into. */
    merged_into: number | null;
    /** The machine that this one is shown as: itself, unless it was merged. */
    root: number;
    /** The `stateId` that pushed last, its greatest `seq`, and when it pushed. */
    state_id: string | null;
    seq: number;
    state_at: number;
    /** Of all days but the newest in the last snapshot kept: if they come again, they change nothing. */
    past_digest: string | null;
  };

  /** The `stateId`s that pushed before the present one. */
  state: { machine: number; state_id: string; seq: number; seen_at: number };

  /** One record for each machine and day, with its totals. */
  machine_day: CountColumns & {
    machine: number;
    day: string;
    frozen: Truth;
    account: string;
    /** Whether the record is in the sums: of machines that were merged, one record of each day is. */
    counted: Truth;
  };

  /** The models of a machine's day. */
  usage: CountColumns & { machine: number; day: string; model: string };

  /** Over all machines, by day and model. The empty model is the sum of all. `slot` spreads writes over several rows. */
  day_sum: SumColumns & { day: string; model: string; slot: number };

  /** The same by day, account and model. */
  account_day_sum: SumColumns & { day: string; account: string; model: string; slot: number };

  /**
   * What all machines used from the start of the month to the end of the day, as `packs/body.ts` writes it; null until it is
   * packed. It has the changes up to `last_change`.
   */
  pack: { day: string; last_change: number; body: Uint8Array | null };

  /** What was added to days after they were packed; less than 0 for what was taken away. */
  pack_change: CountColumns & {
    id: Generated<number>;
    day: string;
    machine: number;
    account: string;
    model: string;
  };

  /** What a machine used of a model since it joined: as it is now, and the most it ever was. Inexact above 2^53. */
  counter: {
    machine: number;
    model: string;
    requests: number;
    requests_peak: number;
    input_tokens: number;
    input_tokens_peak: number;
    output_tokens: number;
    output_tokens_peak: number;
    cache_creation_tokens: number;
    cache_creation_tokens_peak: number;
    cache_read_tokens: number;
    cache_read_tokens_peak: number;
  };

  /** The newest reading of each limit. It belongs to an account; or to a machine, and the account is empty. */
  limit_now: LimitColumns;
  /** The readings that changed. */
  limit_history: LimitColumns & { id: Generated<number> };

  machine_token: {
    id: Generated<number>;
    machine: number;
    hash: string;
    prefix: string;
    created_at: number;
    used_at: number | null;
  };
  /** `machine` is the only one that may use it; null for any. */
  invite: SecretColumns & { uses_left: number; created_by: string; machine: number | null };
  api_key: Omit<SecretColumns, "expires_at"> & { name: string; scope: "api" | "metrics"; created_by: string };
  person: {
    name: string;
    role: "admin" | "viewer";
    password_hash: string | null;
    created_at: number;
    signed_in_at: number | null;
    /** Whom an identity provider knows as this person. Empty if no provider ever may. */
    subject: string | null;
  };
  login_link: SecretColumns & { person: string; invitation: Truth };
  session: SecretColumns & {
    person: string;
    method: "link" | "password" | "provider";
    address: string | null;
    browser: string | null;
  };

  /** Links that show one page with one range. */
  share: SecretColumns & { page: string; first_day: string; last_day: string; created_by: string };
  share_session: SecretColumns & { share: string };

  audit: {
    id: Generated<number>;
    at: number;
    who: string;
    address: string | null;
    action: string;
    subject: string;
    /** How often it happened since, within the hour. */
    times: Generated<number>;
    /** The hour, what happened, and some of the addresses: there is one row of each. Null for what is noted each time. */
    often: Generated<string | null>;
  };
}

interface SecretColumns {
  hash: string;
  prefix: string;
  created_at: number;
  expires_at: number;
}

interface LimitColumns {
  account: string;
  /** 0 if it belongs to an account. */
  machine: number;
  kind: string;
  limit_group: string;
  model: string;
  percent: number | null;
  severity: string | null;
  resets_at: number | null;
  fetched_at: number;
}
