// Machines that push to a running collector.
import assert from "node:assert/strict";
import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import type { RunningCollector } from "../../../test/support/collector-program.ts";
import { machineId } from "../../../test/support/joined.ts";

/** The name of a model that every machine of these tests uses once a day, and that no page may take for HTML. */
export const HOSTILE = `</td><script>alert(1)</script> ${"very-long-name-".repeat(5)}`;
const HOUR = 3_600_000;
const counts = (requests: number) => ({
  requests,
  inputTokens: requests * 200,
  outputTokens: requests * 1500,
  cacheCreationTokens: 0,
  cacheReadTokens: requests * 9000,
});

export interface Sender {
  readonly label: string;
  readonly account?: string;
  readonly requests: number;
  /** What is used of its week. */
  readonly percent?: number;
  /** A model that it uses besides. */
  readonly model?: string;
}

interface Sent {
  readonly machine: object;
  readonly stateId: string;
  readonly seq: number;
  readonly agentUsageVersion: string;
  /** What is used of its week; undefined if it sends no limits. */
  readonly percent: number | undefined;
  /** What it used on each of two days, today and yesterday. */
  readonly models: readonly object[];
  readonly now: number;
}

/** What a machine pushes. */
export function snapshotOf({ percent, models, now, ...given }: Sent) {
  const today = torontoDay(now);
  const resetsAt = new Date(now + 84 * HOUR).toISOString();
  const item = { kind: "weekly_all", group: "weekly", percent, severity: "normal", resetsAt, model: null };
  return {
    schemaVersion: 1,
    program: "agent-usage",
    ...given,
    agentVersion: "2.1.90",
    sentAt: new Date(now).toISOString(),
    timeZone: "America/Toronto",
    limits:
      percent === undefined
        ? { status: "disabled", fetchedAt: null, items: [] }
        : { status: "ok", fetchedAt: new Date(now - 60_000).toISOString(), items: [item] },
    usage: {
      since: addDays(today, -1),
      readErrors: 0,
      days: [addDays(today, -1), today].map((day) => ({ day, state: "open", models })),
    },
  };
}

/** Lets machines join and push once, with figures of today and yesterday. @param first the number of the first one */
export async function joinAll(
  collector: RunningCollector,
  senders: readonly Sender[],
  first = 1,
): Promise<void> {
  const { code } = await collector.invite("--uses", String(Math.max(100, senders.length)));
  const now = Date.now();
  for (const [index, { label, account, requests, percent, model }] of senders.entries()) {
    const id = machineId(first + index);
    const machine = { id, label, os: "linux" };
    const joined = await collector.send("POST", "/join", { body: { code, program: "agent-usage", machine } });
    const { token } = JSON.parse(joined.body) as { token: string };
    const models = [
      { model: "claude-opus-4-6", ...counts(requests) },
      { model: HOSTILE, ...counts(1) },
      ...(model === undefined ? [] : [{ model, ...counts(requests) }]),
    ];
    const body = snapshotOf({
      machine: { ...machine, ...(account !== undefined && { account }) },
      stateId: id.replace("a3bb", "b3bb"),
      seq: 1,
      agentUsageVersion: "0.1.0",
      percent,
      models,
      now,
    });
    assert.equal((await collector.send("POST", "/agent-usage", { token, body })).status, 204);
  }
}
