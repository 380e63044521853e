// Machines that push to a store.
import assert from "node:assert/strict";
import {
  MAX_BODY_BYTES,
  readSnapshot,
  type SentDay,
  type SentLimit,
  type Snapshot,
} from "../../../collector/src/ingest/index.ts";
import type { KeepResult, Store, UsageQuery } from "../../../collector/src/store/index.ts";
import type { Counts, Models } from "../../../src/contract/index.ts";
import { type Body, bytes } from "./wire.ts";

/** When the tests happen. */
export const NOW = Date.UTC(2026, 10, 22, 12);
export const HOUR = 3_600_000;
export const ADMIN = { who: "admin", from: null, at: NOW };

/** `n` requests, and as many tokens of each kind. */
export const counts = (n: number, tokens = n): Counts => ({
  requests: n,
  inputTokens: tokens,
  outputTokens: tokens,
  cacheCreationTokens: tokens,
  cacheReadTokens: tokens,
});

/** A day as it is sent. @param models the requests of each model, or its counts */
export function aDay(
  day: string,
  models: Readonly<Record<string, number | Counts>> = {},
  state: "open" | "frozen" = "open",
): SentDay {
  const entries = Object.entries(models).map(([model, n]) => [model, typeof n === "number" ? counts(n) : n]);
  return { day, state, models: Object.fromEntries(entries) as Models };
}

export const frozenDay = (day: string, models: Readonly<Record<string, number | Counts>> = {}): SentDay =>
  aDay(day, models, "frozen");

export function aLimit(percent: number, limit: Partial<SentLimit> = {}): SentLimit {
  return {
    kind: "session",
    group: "session",
    model: null,
    severity: null,
    resetsAt: null,
    ...limit,
    percent,
  };
}

export interface PushFacts {
  readonly days?: readonly SentDay[];
  readonly stateId?: string;
  readonly seq?: number;
  readonly account?: string | null;
  readonly label?: string;
  readonly limits?: readonly SentLimit[];
  readonly fetchedAt?: number;
  readonly arrivedAt?: number;
}

let machines = 0;
let codes = 0;

/** A machine that has joined. Each push has the next `seq`, unless given. */
export class TestMachine {
  store: Store;
  readonly machineId: string;
  readonly program: string;
  id = "";
  token = "";
  #seq = 0;

  constructor(store: Store, program = "agent-usage") {
    this.store = store;
    this.program = program;
    this.machineId = `00000000-0000-4000-8000-${String(++machines).padStart(12, "0")}`;
  }

  /** @returns the token that it got; the one from before stays in `token` if `keepToken` */
  async join(at = NOW): Promise<string> {
    const code = `code-${++codes}`;
    const token = `token-${codes}`;
    const invite = { hash: code, prefix: code, uses: 1, expiresAt: at + HOUR };
    await this.store.secrets.addInvite(invite, { ...ADMIN, at });
    const joined = await this.store.secrets.join({
      codeHash: code,
      token: { hash: token, prefix: token.slice(0, 8) },
      program: this.program,
      machine: { id: this.machineId, label: "joined", os: "linux" },
      at,
      from: null,
    });
    assert.ok(joined.status === "joined", joined.status);
    this.id = joined.machine;
    this.token = token;
    return token;
  }

  snapshot(facts: PushFacts = {}): Snapshot {
    const limits =
      facts.limits === undefined ? null : { fetchedAt: facts.fetchedAt ?? NOW, items: facts.limits };
    this.#seq = facts.seq ?? this.#seq + 1;
    return {
      program: this.program,
      machine: {
        id: this.machineId,
        label: facts.label ?? "laptop",
        os: "linux",
        account: facts.account ?? null,
      },
      stateId: facts.stateId ?? "state-a",
      seq: this.#seq,
      agentUsageVersion: "1.0.0",
      agentVersion: null,
      limits,
      days: facts.days ?? [],
      past: null,
      isPastLeftOut: false,
    };
  }

  push(facts: PushFacts = {}): Promise<KeepResult> {
    return this.keep(this.snapshot(facts), facts.arrivedAt ?? NOW);
  }

  /** Pushes a snapshot as the body that says the same; one that no body may be as large as, as it is. */
  keep(snapshot: Snapshot, arrivedAt: number): Promise<KeepResult> {
    const body = bytes(bodyOf(snapshot));
    const isBody = body.length <= MAX_BODY_BYTES;
    return this.store.keep({
      tokenHash: this.token,
      read: (past) => (isBody ? readSnapshot(body, past) : { status: "ok", snapshot }),
      arrivedAt,
    });
  }

  /** Pushes days that must be kept; again, as a machine would, when a busy database cannot keep them in time. */
  async pushed(days: readonly SentDay[], facts: PushFacts = {}): Promise<void> {
    const snapshot = this.snapshot({ ...facts, days });
    let result: KeepResult = { status: "unavailable" };
    for (let tries = 0; result.status === "unavailable" && tries < 5; tries++)
      result = await this.keep(snapshot, facts.arrivedAt ?? NOW);
    assert.deepEqual(result, { status: "kept", late: false });
  }
}

/** What a sender of the snapshot would send. */
function bodyOf({ machine: { account, ...machine }, limits, days, ...rest }: Snapshot): Body {
  return {
    schemaVersion: 1,
    program: rest.program,
    machine: { ...machine, ...(account !== null && { account }) },
    stateId: guidOf(rest.stateId),
    seq: rest.seq,
    agentUsageVersion: rest.agentUsageVersion,
    agentVersion: rest.agentVersion,
    sentAt: new Date(NOW).toISOString(),
    timeZone: "America/Toronto",
    limits: {
      status: "ok",
      fetchedAt: limits === null ? null : new Date(limits.fetchedAt).toISOString(),
      items: (limits?.items ?? []).map(({ percent, severity, resetsAt, ...item }) => ({
        ...item,
        ...(percent !== null && { percent }),
        ...(severity !== null && { severity }),
        resetsAt: resetsAt === null ? null : new Date(resetsAt).toISOString(),
      })),
    },
    usage: {
      since: "2026-01-01",
      readErrors: 0,
      days: days.map(({ day, state, models }) => ({
        day,
        state,
        models: Object.entries(models).map(([model, sent]) => ({ model, ...sent })),
      })),
    },
  };
}

/** A `stateId` for a name. */
const guidOf = (name: string) =>
  `00000000-0000-4000-8000-${Buffer.from(name).toString("hex").slice(-12).padStart(12, "0")}`;

/** A machine that has joined the store. */
export async function aMachine(store: Store, program?: string): Promise<TestMachine> {
  const machine = new TestMachine(store, program);
  await machine.join();
  return machine;
}

const ALL_DAYS = { from: "0000-01-01", to: "9999-12-31" };

/** The requests of each row, by its keys: `{"2026-11-20 large": 7n}`. */
export async function requestsBy(store: Store, query: Partial<UsageQuery>): Promise<Record<string, bigint>> {
  const rows = await store.usage({ ...ALL_DAYS, by: ["day"], ...query });
  const keyOf = ({ day, machine, model, account }: (typeof rows)[number]) =>
    [day, machine, model, account].filter((key) => key !== undefined).join(" ");
  return Object.fromEntries(rows.map((row) => [keyOf(row), row.requests]));
}
