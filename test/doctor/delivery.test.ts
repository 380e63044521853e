// Doctor and the last push, and how to fix a failed one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeBeats } from "../../src/commands/doctor/beats.ts";
import type { CollectorFacts } from "../../src/commands/doctor/collector.ts";
import type { Delivery } from "../../src/state/disk/delivery-schema.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { COLLECTOR, STATE_FACTS } from "../support/doctor/facts.ts";
import { at, beatAt, HOUR, NOW, stateWith } from "../support/fixtures.ts";

const state = { status: "ok", state: stateWith({ lastBeat: beatAt(NOW) }) } as const;

/** The check of the last push. */
function judge(delivery: Delivery | undefined, collector: Partial<CollectorFacts> = {}) {
  const facts = { ...STATE_FACTS, state, delivery };
  return judgeBeats(facts, { ...COLLECTOR, ...collector }, NOW).filter(({ id }) => id === "delivery");
}

const failed = (outcome: string): Delivery => ({ at: at(NOW), outcome, lastDeliveredAt: at(NOW - 5 * HOUR) });
const fixFor = (outcome: string, collector?: Partial<CollectorFacts>) =>
  judge(failed(outcome), collector)[0]?.fix ?? "";

test("a delivered push is ok", () => {
  const delivered = { at: at(NOW), outcome: "delivered", lastDeliveredAt: at(NOW) };
  assert.deepEqual(lines(judge(delivered)), ["ok delivery"]);
});

test("a failed push is a warning with the reason and the time of the last delivery", () => {
  const checks = judge(failed("http_401"));
  assert.deepEqual(lines(checks), ["warning delivery"]);
  assert.match(printed(checks), /refused the push token.*\(HTTP 401\); last delivered 5 h ago/);
});

test("an unknown result of the last push is a warning, unless no collector is set", () => {
  assert.deepEqual(lines(judge(undefined)), ["warning delivery"]);
  assert.deepEqual(lines(judge(undefined, { baseUrl: undefined })), ["ok delivery"]);
});

const info = { status: "there", kind: "file", mode: 0o100600, isAllowed: true } as const;
const tokenFile = { path: "/my token", info };

for (const outcome of ["http_401", "http_403"]) {
  test(`${outcome} with a token: the fix names its file and its setting`, () => {
    const fix = fixFor(outcome, { token: { status: "ok" }, tokenFile });
    assert.match(fix, /^put a token that it accepts into '\/my token', or correct pushTokenFile/);
  });

  test(`${outcome} without a token: the fix names the setting and the service's credential`, () => {
    assert.match(fixFor(outcome), /^set pushTokenFile \(AGENT_USAGE_PUSH_TOKEN_FILE\).*LoadCredential/);
  });
}

test("refused while the token's file is unreadable: the fix is the file first", () => {
  const token = { status: "unreadable", code: "EACCES" } as const;
  assert.match(fixFor("http_401", { token, tokenFile }), /^fix the push token \(see below\)/);
});

test("an unknown URL is printed in full with its setting", () => {
  assert.match(fixFor("http_404"), /AGENT_USAGE_BASE_URL.*https:\/\/collector\.example\/path\/agent-usage$/);
});

for (const outcome of ["network", "timeout"]) {
  test(`${outcome}, and the collector cannot be reached now either: its own check has the fix`, () => {
    const reached = { status: "failed", code: "ECONNREFUSED" } as const;
    assert.match(fixFor(outcome, { reached }), /^fix the connection .*see below.*, then agent-usage beat$/);
  });

  test(`${outcome}, and the collector can be reached now: the fix is another refresh`, () => {
    assert.match(fixFor(outcome), /can be reached now: agent-usage beat; .*redirects/);
  });

  test(`${outcome} through a proxy: the fix names the proxy`, () => {
    assert.match(fixFor(outcome, { hasProxy: true }), /HTTPS_PROXY/);
  });
}

test("every failure has a fix", () => {
  for (const outcome of ["http_401", "http_404", "http_407", "http_500", "too_large", "network", "aborted"]) {
    assert.doesNotMatch(fixFor(outcome), /says more/);
    assert.ok(fixFor(outcome) !== "", outcome);
  }
});
