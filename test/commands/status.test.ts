// What `status` shows, and how it is laid out (rule CLI-5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { statusSchema } from "../../src/commands/status/schema.ts";
import { statusText } from "../../src/commands/status/text.ts";
import type { Item } from "../../src/contract/index.ts";
import { BEAT_MINUTES, beatOffset, beatPattern } from "../../src/service/schedule.ts";
import type { State } from "../../src/state/law/state.ts";
import { at, HOUR, item, MACHINE_ID, NOW, okLimits, stateWith, TODAY, used } from "../support/fixtures.ts";
import { PIPE, terminal, widest } from "../support/screens.ts";
import { aStatus, withoutCollector } from "../support/status.ts";

const TORONTO = "America/Toronto";

const ITEMS: Item[] = [
  item({ percent: 62, severity: "normal", resetsAt: at(NOW + 2 * HOUR + 600_000) }),
  item({ kind: "weekly_all", percent: 81, severity: "warning", resetsAt: at(NOW + 76 * HOUR) }),
  item({ kind: "weekly_model", percent: 97, model: "模型 🚀 with a name that is long indeed, as names are" }),
];

/** A state whose last beat, 15 minutes ago, was refused. Its limits are from 15 minutes before that. */
function refused(
  detail: string | null,
  status: NonNullable<State["lastBeat"]>["limitsStatus"] = "http_error",
) {
  return stateWith({
    lastGoodLimits: okLimits(NOW - 1_800_000, ITEMS),
    lastBeat: { at: at(NOW - 900_000), limitsStatus: status, limitsDetail: detail, readErrors: 2 },
  });
}

const text = (status = aStatus(), screen = PIPE) => statusText(status, screen, { timeZone: TORONTO });

test("limits that the last beat did not update have their age and the reason", () => {
  const said = text(aStatus({ state: refused("http_429") }));
  assert.match(
    said,
    /Limits not updated at 11:45: the usage endpoint is limiting requests .*\. These limits are from 11:30\./,
  );
});

for (const [detail, status, words] of [
  [
    "no_credentials",
    "unavailable",
    /Limits not updated at 11:45: no login found\..* Fix: log in with the coding agent\./,
  ],
  ["timeout", "unavailable", /Limits not updated at 11:45: the usage endpoint did not answer in time\./],
  [null, "token_expired", /Limits not updated at 11:45: the login has expired\./],
  [null, "disabled", /^The limits are turned off\.$/m],
] as const) {
  test(`the reason for no new limits is in words: ${detail ?? status}`, () => {
    assert.match(text(aStatus({ state: refused(detail, status) })), words);
  });
}

for (const columns of [80, 40]) {
  test(`at ${columns} columns no line is wider, even with wide characters`, () => {
    const busy = aStatus({
      state: refused("http_429"),
      delivery: { at: at(NOW - HOUR), outcome: "http_503", lastDeliveredAt: at(NOW - 48 * HOUR) },
      service: { manager: null, status: "unknown" },
    });
    const said = text(busy, terminal(columns));
    assert.ok(widest(said) <= columns, said);
    assert.match(said, /62% used, 38% left/);
    assert.match(said, /模型/);
    assert.ok(widest(text(aStatus({ state: undefined }), terminal(columns))) <= columns);
  });
}

test("bars appear only in a terminal", () => {
  assert.doesNotMatch(text(), /[█░]/);
});

test("control characters in the vendor's names do not reach the terminal", () => {
  const odd = item({ kind: "a\u001B]0;x\u0007", severity: "warn\u202E", model: "m\u200B\u009B1m" });
  const said = text(aStatus({ state: stateWith({ lastGoodLimits: okLimits(NOW, [odd]) }) }), terminal(80));
  assert.doesNotMatch(said, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202E]/);
});

const COUNTS = {
  requests: 1234,
  inputTokens: 1_200_000,
  outputTokens: 56_000,
  cacheCreationTokens: 0,
  cacheReadTokens: 8_900_000,
};
const usedToday = (models: Record<string, typeof COUNTS>) =>
  stateWith({ days: { [TODAY]: { state: "open", models } } });

test("today and yesterday have their cost, requests and tokens, and the model that cost the most", () => {
  const small = { ...COUNTS, requests: 5, cacheReadTokens: 1_000_000_000 };
  const state = usedToday({ "claude-opus-4-5-20251101": COUNTS, "no-price": small });
  const said = text(aStatus({ state }));
  assert.match(said, /^Today +\$11\.85 +1\.2k requests +1\.0G tokens +mostly Opus 4\.5$/m);
  assert.match(said, /^Yesterday +no record$/m);
  assert.match(said, /^Costs are estimates at API list prices of \d+ \w+ \d{4}\.$/m);
});

test("today's top project is beside the model", () => {
  const state = usedToday({ "claude-opus-4-5-20251101": COUNTS });
  const facts = aStatus({ state, topProject: "api\u001B" });
  assert.match(text(facts), /^Today .* mostly Opus 4\.5, most in api\uFFFD$/m);
  assert.deepEqual(
    [facts.status.usage.today.topProject, facts.status.usage.yesterday.topProject],
    ["api\u001B", null],
  );
});

test("models without a price have no cost, rather than 0", () => {
  const said = text(aStatus({ state: usedToday({ "no-price": COUNTS }) }));
  assert.match(said, /^Today +no price +1\.2k requests/m);
  assert.doesNotMatch(said, /Costs/);
});

test("cache writes whose length was never read give a range", () => {
  const state = usedToday({ "claude-opus-4-5-20251101": { ...COUNTS, cacheCreationTokens: 1_000_000 } });
  assert.match(text(aStatus({ state })), /^Today +\$18\.10 to \$21\.85 /m);
});

test("a day without usage says so", () => {
  assert.match(text(aStatus({ state: usedToday({}) })), /^Today +nothing used$/m);
});

for (const columns of [80, 40]) {
  test(`at ${columns} columns, nothing is called today where it is already tomorrow`, () => {
    const said = statusText(aStatus(), terminal(columns), { timeZone: "Asia/Tokyo" });
    assert.doesNotMatch(said, /today|yesterday/i);
    assert.match(said, /^20 Nov +no price/m);
    assert.match(said, /^19 Nov +no price/m);
    assert.match(said, /^Days are in America\/Toronto time\.$/m);
    assert.match(said, /refreshed 01:45/);
  });
}

test("the next refresh is the next scheduled one, at this machine's offset", () => {
  const next = Date.parse(aStatus().status.nextBeat ?? "");
  const offset = beatOffset(MACHINE_ID);
  assert.ok(next > NOW && next <= NOW + BEAT_MINUTES * 60_000);
  assert.equal((next / 1000) % (BEAT_MINUTES * 60), offset, beatPattern(offset));
});

test("the first line has the last refresh, and the next one if the service is running", () => {
  assert.match(text(), /^agent-usage {2}refreshed 11:45 \(15 min ago\), next 12:\d\d$/m);
  const notInstalled = aStatus({ service: { manager: "systemd", status: "not_installed" } });
  assert.match(text(notInstalled), /^agent-usage {2}refreshed 11:45 \(15 min ago\), service not installed$/m);
});

test("a process that refreshes on schedule itself shows the next refresh", () => {
  const status = aStatus({ service: { manager: null, status: "unknown" } });
  const said = statusText(status, PIPE, { timeZone: TORONTO, isRefreshing: true });
  assert.match(said, /^agent-usage {2}refreshed [^,]+, next \d\d:\d\d$/m);
});

test("if nothing is wrong, nothing is said about pushes and the service", () => {
  assert.doesNotMatch(text(), /!|push|service/);
});

const FAILED_PUSH = { at: at(NOW - 900_000), outcome: "http_503", lastDeliveredAt: null };
const LATE = stateWith({
  lastBeat: { at: at(NOW - 3 * HOUR), limitsStatus: "ok", limitsDetail: null, readErrors: 2 },
});

for (const [what, facts, words] of [
  [
    "a failed push",
    { delivery: FAILED_PUSH },
    /^! The last push failed: the collector answered HTTP 503\.$/m,
  ],
  [
    "a failed service",
    { service: { manager: "systemd", status: "failed" } },
    /^! The service has failed\.$/m,
  ],
  [
    "missed refreshes",
    {
      state: stateWith({
        lastBeat: {
          ...LATE.lastBeat,
          at: at(NOW - 3 * HOUR),
          limitsStatus: "ok",
          limitsDetail: null,
          readErrors: 0,
        },
      }),
    },
    /^! Nothing has refreshed for 3 h: run "agent-usage install --now"\.$/m,
  ],
  [
    "several things",
    { state: LATE, delivery: FAILED_PUSH },
    /^! Nothing has refreshed for 3 h: .* And 2 more: run "agent-usage doctor"\.$/m,
  ],
] as const) {
  test(`the last line names ${what}`, () => {
    assert.match(
      text(aStatus(facts as Parameters<typeof aStatus>[0]))
        .trimEnd()
        .split("\n\n")
        .at(-1) ?? "",
      words,
    );
  });
}

test("a failed push is no problem if no collector is set", () => {
  assert.doesNotMatch(text(aStatus({ settings: withoutCollector(), delivery: FAILED_PUSH })), /push/);
});

test("the JSON has what is left of each limit, the forecast, and what the days cost", () => {
  const state = stateWith({
    lastGoodLimits: okLimits(NOW, [
      item({ percent: 50, resetsAt: at(NOW + 2.5 * HOUR) }),
      item({ kind: "weekly_all", group: "weekly", percent: 90, resetsAt: at(NOW + 84 * HOUR) }),
      item({ kind: "other", percent: 3 }),
    ]),
    days: { [TODAY]: { state: "open", models: { "claude-opus-4-5-20251101": COUNTS } } },
  });
  const { limits, usage } = aStatus({ state }).status;
  assert.deepEqual(
    limits?.items.map(({ kind, left, forecast }) => ({ kind, left, forecast })),
    [
      {
        kind: "weekly_all",
        left: 10,
        forecast: { status: "runs_out", percentAtReset: 100, runsOutAt: "2026-11-21T02:20:00.000Z" },
      },
      { kind: "session", left: 50, forecast: { status: "on_pace", percentAtReset: 100 } },
      { kind: "other", left: 97, forecast: { status: "unknown" } },
    ],
  );
  assert.deepEqual([usage.today.costUsd, usage.today.topModel], [11.85, "claude-opus-4-5-20251101"]);
  assert.deepEqual([usage.yesterday.costUsd, usage.yesterday.topModel], [null, null]);
});

test("the forecast follows the history: work that has stopped does not run out", () => {
  const week = item({ kind: "weekly_all", group: "weekly", percent: 81, resetsAt: at(NOW + 84 * HOUR) });
  const { percent = 0, ...limit } = week;
  const history = [{ ...limit, percent, fetchedAt: at(NOW - 48 * HOUR) }];
  const state = stateWith({ lastGoodLimits: okLimits(NOW, [week]) });
  const statusOf = (facts: object) => aStatus({ state, ...facts }).status.limits?.items[0]?.forecast;
  assert.equal(statusOf({})?.status, "runs_out");
  assert.deepEqual(statusOf({ history }), { status: "on_pace", percentAtReset: 81 });
});

test("notes come first, as sentences that are wrapped", () => {
  const status = aStatus({ state: undefined, machineId: undefined });
  const said = statusText(status, terminal(40), {
    notes: ["one thing", "another thing that is too long for one line"],
  });
  assert.match(said, /^One thing\.\nAnother thing that is too long for one\nline\.\n/);
});

test("a command in a note is not broken, so that it can be copied", () => {
  const status = aStatus({ state: undefined, machineId: undefined });
  const said = statusText(status, terminal(40), {
    notes: ['to do that at once, run "npx agent-usage beat"'],
  });
  assert.match(said, /^To do that at once, run\n"npx agent-usage beat"\.\n/);
});

test("before the first refresh, the figures of a scan are shown without limits", () => {
  const days = { [TODAY]: { state: "open", models: used(2) } } as const;
  const said = text(aStatus({ state: undefined, machineId: undefined, days }));
  assert.match(said, /^Today .* 2 requests .*\nYesterday {2}no record\n$/);
});

test("the JSON matches its schema before the first beat, after a good one and after a refused one", () => {
  for (const state of [
    undefined,
    stateWith({ days: { [TODAY]: { state: "open", models: used(2) } } }),
    refused("http_429"),
  ]) {
    const status = JSON.parse(JSON.stringify(aStatus({ state }).status)) as unknown;
    assert.deepEqual(statusSchema.parse(status), status);
  }
});
