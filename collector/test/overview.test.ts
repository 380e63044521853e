// The overview as people see it: limits, usage, machines, and names that machines made up.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import { axeFindings, skip } from "../../test/support/browser.ts";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { signInAdmin } from "./support/people.ts";

const HOSTILE = `</td><script>alert(1)</script> ${"very-long-name-".repeat(5)}`;
const HOUR = 3_600_000;
const counts = (requests: number) => ({
  requests,
  inputTokens: requests * 200,
  outputTokens: requests * 1500,
  cacheCreationTokens: 0,
  cacheReadTokens: requests * 9000,
});

interface Sender {
  readonly label: string;
  readonly account?: string;
  readonly requests: number;
  /** What is used of its week. */
  readonly percent?: number;
}

/** Lets machines join and push once. */
async function joinAll(collector: RunningCollector, senders: readonly Sender[]): Promise<void> {
  const { code } = await collector.invite("--uses", "100");
  const [now, today] = [Date.now(), torontoDay(Date.now())];
  for (const [index, { label, account, requests, percent }] of senders.entries()) {
    const id = `a3bb189e-8bf9-4c5d-9a55-${String(100_000_000_000 + index)}`;
    const machine = { id, label, os: "linux" };
    const joined = await collector.send("POST", "/join", { body: { code, program: "agent-usage", machine } });
    const { token } = JSON.parse(joined.body) as { token: string };
    const resetsAt = new Date(now + 84 * HOUR).toISOString();
    const item = { kind: "weekly_all", group: "weekly", percent, severity: "normal", resetsAt, model: null };
    const models = [
      { model: "claude-opus-4-6", ...counts(requests) },
      { model: HOSTILE, ...counts(1) },
    ];
    const body = {
      schemaVersion: 1,
      program: "agent-usage",
      machine: { ...machine, ...(account !== undefined && { account }) },
      stateId: id.replace("a3bb", "b3bb"),
      seq: 1,
      agentUsageVersion: "0.1.0",
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
    assert.equal((await collector.send("POST", "/agent-usage", { token, body })).status, 204);
  }
}

async function overviewOf(t: TestContext, senders: readonly Sender[]): Promise<string> {
  const collector = await runCollector(t);
  const { pageWithStyle: read } = await signInAdmin(collector);
  await joinAll(collector, senders);
  return read("/");
}

const texts = (page: string, pattern: RegExp): string[] =>
  Array.from(page.matchAll(pattern), ([, text = ""]) => text);

test("the headline and the first card are the limit of the account that runs out, with what is left and its forecast", async (t) => {
  const page = await overviewOf(t, [
    { label: "desk", account: "calm", requests: 10, percent: 20 },
    { label: "laptop", account: "busy", requests: 5, percent: 90 },
  ]);
  assert.match(page, /<h1>busy, Week, all models: runs out /);
  assert.deepEqual(texts(page, /aria-level="2" id="owner-\d">(.*?)</g), ["busy", "calm"]);
  assert.deepEqual(texts(page, /<p class="big">(\d+%)<small> left/g), ["10%", "80%"]);
});

test("each day is stacked by machine, and each machine has its cost and when it was last seen", async (t) => {
  const page = await overviewOf(t, [
    { label: "desk", requests: 10 },
    { label: "laptop", requests: 40 },
  ]);
  assert.match(page, /<h2 id="by-day">Cost by day and machine, last 14 days<\/h2>/);
  assert.deepEqual(texts(page, /<title>\w{3} \d+ \w{3}, (\w+): \$/g), ["laptop", "desk", "laptop", "desk"]);
  assert.deepEqual(texts(page, /<tr><th scope="row">(\w+)<span/g), ["laptop", "desk"]);
  assert.equal(texts(page, /<span class="seen active">(.*?)</g).length, 2);
  assert.match(page, /No limits yet/);
});

test("beyond a dozen machines the table sums up the others, and beyond three accounts the limits are a table", async (t) => {
  const senders = Array.from({ length: 14 }, (_, index) => ({
    label: `worker-${index}`,
    account: `team-${index % 5}`,
    requests: 50 - index,
    percent: 20 + (index % 5),
  }));
  const page = await overviewOf(t, senders);
  assert.match(page, /title="2 other machines"/);
  assert.equal(texts(page, /(aria-level="2" id="owner-)/g).length, 3);
  assert.match(page, /<summary>Limits of 2 more<\/summary>/);
});

test("axe finds nothing on the collector's pages, light and dark", { skip }, async (t) => {
  const collector = await runCollector(t);
  const { pageWithStyle: read } = await signInAdmin(collector);
  const login = await read("/login");
  const empty = await read("/");
  await joinAll(collector, [
    { label: HOSTILE, account: HOSTILE, requests: 30, percent: 90 },
    { label: "desk", requests: 3, percent: 10 },
    { label: "laptop", requests: 2 },
  ]);
  const pages = { login, empty, full: await read("/") };
  assert.ok(!pages.full.includes("<script>alert"));
  for (const scheme of ["light", "dark"] as const) {
    assert.deepEqual(await axeFindings(t, pages, [1280, 375], scheme), []);
  }
});
