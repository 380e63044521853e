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

const text = (status = aStatus(), screen = PIPE) => statusText(status, screen, TORONTO);

test("a limit has its percent and its reset, in local time and from now", () => {
  const said = text(aStatus({ state: stateWith({ lastGoodLimits: okLimits(NOW, ITEMS) }) }));
  assert.match(said, /^ {2}session: 62%, resets 14:10, in 2 h 10 min$/m);
  assert.match(said, /^ {2}weekly all: 81%, warning; resets Mon 23 Nov, 16:00, in 3 d 4 h$/m);
});

test("limits that the last beat did not update have their age and the reason", () => {
  const said = text(aStatus({ state: refused("http_429") }));
  assert.match(said, /^Limits \(30 min ago\)$/m);
  assert.match(
    said,
    /Not updated at 11:45: the usage endpoint is limiting requests .*\. These limits are from 11:30\./,
  );
});

for (const [detail, status, words] of [
  [
    "no_credentials",
    "unavailable",
    /Not updated at 11:45: no login found\..* Fix: log in with the coding agent\./,
  ],
  ["timeout", "unavailable", /Not updated at 11:45: the usage endpoint did not answer in time\./],
  [null, "token_expired", /Not updated at 11:45: the login has expired\./],
  [null, "disabled", /^ {2}The limits are turned off\.$/m],
] as const) {
  test(`the reason for no new limits is in words: ${detail ?? status}`, () => {
    assert.match(text(aStatus({ state: refused(detail, status) })), words);
  });
}

test("a reset in the past is not shown as upcoming", () => {
  const past = okLimits(NOW - HOUR, [item({ resetsAt: at(NOW - 600_000) })]);
  assert.match(text(aStatus({ state: stateWith({ lastGoodLimits: past }) })), /reset at 11:50/);
});

for (const columns of [80, 40]) {
  test(`at ${columns} columns no line is wider, even with wide characters`, () => {
    const busy = aStatus({
      state: refused("http_429"),
      delivery: { at: at(NOW - HOUR), outcome: "http_503", lastDeliveredAt: at(NOW - 48 * HOUR) },
      service: { manager: null, status: "unknown" },
    });
    const said = text(busy, terminal(columns));
    assert.ok(widest(said) <= columns, said);
    assert.match(said, /█+[▉-▏]?░+ {2}62%/);
    assert.match(said, /模型/);
    assert.ok(widest(text(aStatus({ state: undefined }), terminal(columns))) <= columns);
  });
}

test("bars appear only in a terminal", () => {
  assert.doesNotMatch(text(), /[█░]/);
});

test("a severity is shown as a color and as a word", () => {
  const state = stateWith({ lastGoodLimits: okLimits(NOW, [item({ severity: "critical", percent: 10 })]) });
  const said = text(aStatus({ state }), { ...terminal(80), hasColor: true });
  assert.match(said, /\u001B\[31m█/);
  assert.match(said, /critical; reset time unknown/);
});

test("control characters in the vendor's names do not reach the terminal", () => {
  const odd = item({ kind: "a\u001B]0;x\u0007", severity: "warn\u202E", model: "m\u200B\u009B1m" });
  const said = text(aStatus({ state: stateWith({ lastGoodLimits: okLimits(NOW, [odd]) }) }), terminal(80));
  assert.doesNotMatch(said, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202E]/);
});

test("today and yesterday have requests, and tokens by kind", () => {
  const counts = {
    requests: 1234,
    inputTokens: 1_200_000,
    outputTokens: 56_000,
    cacheCreationTokens: 7,
    cacheReadTokens: 8_900_000_000,
  };
  const state = stateWith({ days: { [TODAY]: { state: "open", models: { a: counts } } } });
  const said = text(aStatus({ state }));
  assert.match(said, /today, 20 Nov +1\.2k +1\.2M +56\.0k +7 +8\.9G/);
  assert.match(said, /yesterday, 19 Nov +- +- +- +- +-/);
});

for (const columns of [80, 40]) {
  test(`at ${columns} columns the heading names the time zone of the days, also if it is already tomorrow there`, () => {
    const said = statusText(aStatus(), terminal(columns), "Asia/Tokyo");
    assert.match(said, /^Last refresh {2}01:00 /m);
    assert.match(said, /^Tokens used \(days in Toronto time\)$/m);
    assert.match(said, /^ {2}today, 20 Nov\b/m);
  });
}

test("the next refresh is the next scheduled one, at this machine's offset", () => {
  const next = Date.parse(aStatus().nextBeat ?? "");
  const offset = beatOffset(MACHINE_ID);
  assert.ok(next > NOW && next <= NOW + BEAT_MINUTES * 60_000);
  assert.equal((next / 1000) % (BEAT_MINUTES * 60), offset, beatPattern(offset));
});

test("without a running service, the next refresh is conditional", () => {
  const said = text(aStatus({ service: { manager: "systemd", status: "not_installed" } }));
  assert.match(said, /^Service +not installed$/m);
  assert.match(said, /^Next refresh .*, if the daemon is running$/m);
  assert.doesNotMatch(text(), /if the daemon is running/);
});

test("the last push is delivered, failed, none or off", () => {
  const failed = { at: at(NOW - 900_000), outcome: "http_503", lastDeliveredAt: at(NOW - 1_800_000) };
  assert.match(text(), /^Last push +delivered 11:45 \(15 min ago\)$/m);
  assert.match(
    text(aStatus({ delivery: failed })),
    /failed 11:45 \(15 min ago\), last delivered 11:30 \(30 min ago\): the collector answered HTTP 503$/m,
  );
  assert.match(text(aStatus({ delivery: undefined })), /^Last push +none yet$/m);
  assert.match(text(aStatus({ settings: withoutCollector() })), /^Last push +off \(no collector set\)$/m);
});

test("before the first refresh it says what to do", () => {
  assert.match(text(aStatus({ state: undefined, machineId: undefined })), /^No refresh has run yet\. Run "/);
});

test("the JSON matches its schema before the first beat, after a good one and after a refused one", () => {
  for (const state of [
    undefined,
    stateWith({ days: { [TODAY]: { state: "open", models: used(2) } } }),
    refused("http_429"),
  ]) {
    const status = JSON.parse(JSON.stringify(aStatus({ state }))) as unknown;
    assert.deepEqual(statusSchema.parse(status), status);
  }
});
