// `agent-usage install --now` ends with what it achieved (rule INSTALL-16), with a fake service manager.
import assert from "node:assert/strict";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import type { State } from "../../src/state/law/state.ts";
import { at, emptyState, MACHINE_ID, MINUTE, open, used } from "../support/fixtures.ts";
import { type Shell, servicePlace } from "../support/service/service-home.ts";
import { putState } from "../support/state-disk.ts";

const NOW = { now: true };

/** What the manager prints for a service that is in this state. */
const active = (output: string): NonNullable<Shell["answers"]> => ({
  "systemctl --user is-active": { status: output === "active" ? 0 : 3, output },
  "systemctl --user show --property=LoadState": { status: 0, output: "loaded" },
});

/** A home in which the last refresh was this long ago, in minutes. */
async function placeWith(t: TestContext, minutesAgo: number, fields: Partial<State> = {}) {
  const place = await servicePlace(t);
  const now = Date.now();
  const dir = join(place.home, ".local/state/agent-usage");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await putState(
    dir,
    emptyState({
      machineId: MACHINE_ID,
      days: { [torontoDay(now)]: open(used(3, 45_000)) },
      lastBeat: {
        at: at(now - minutesAgo * MINUTE),
        limitsStatus: "ok",
        limitsDetail: null,
        readErrors: 0,
      },
      ...fields,
    }),
  );
  return place;
}

test("it prints today's use, the limits, and when the next refresh is", async (t) => {
  const { install } = await placeWith(t, 0);
  const { code, printed } = await install({ answers: active("active") }, NOW);
  assert.equal(code, 0);
  assert.match(
    printed,
    /\nThe service is running\. Today so far: 3 requests, 45\.0k tokens\.\nThe limits are updated\.\nNext refresh: \d\d:\d\d\.\nTo see more: .*\bstatus\n$/,
  );
});

test("without limits it says why, and how to fix it", async (t) => {
  const lastBeat = {
    at: at(Date.now()),
    limitsStatus: "unavailable",
    limitsDetail: "no_credentials",
    readErrors: 0,
  } as const;
  const { install } = await placeWith(t, 0, { lastBeat });
  const { printed } = await install({ answers: active("active") }, NOW);
  assert.match(printed, /^No new limits: no login found\. Fix: log in with the coding agent\.$/m);
});

test("a first refresh that takes longer than 30 s is not waited for", async (t) => {
  const { install } = await placeWith(t, 60);
  const { code, printed } = await install({ answers: active("active") }, NOW);
  assert.equal(code, 0);
  assert.match(printed, /^The service is running\. Its first refresh takes longer: see .*\bstatus$/m);
});

for (const [name, answers, log] of [
  ["failed", active("failed"), "journalctl --user -u agent-usage -n 20"],
  ["stopped", active("inactive"), "journalctl --user -u agent-usage -n 20"],
  ["waiting for its next restart", active("activating"), "journalctl --user -u agent-usage -n 20"],
] as const) {
  test(`a service that is ${name}: it exits with 1 and prints how to see the log`, async (t) => {
    const { install } = await placeWith(t, 0);
    const { code, printed } = await install({ answers }, NOW);
    assert.equal(code, 1);
    assert.ok(
      printed.endsWith(`agent-usage: the service was started, but it is not running. Its log: ${log}\n`),
      printed,
    );
  });
}

test("a manager that refuses to start it: its reason, and how to see the log", async (t) => {
  const { install } = await servicePlace(t);
  const answers = { "systemctl --user restart": { status: 1, output: "Job failed" } };
  const { code, printed } = await install({ answers }, NOW);
  assert.equal(code, 1);
  assert.match(
    printed,
    /systemd did not start the service: Job failed\. Its log: journalctl --user -u agent-usage -n 20\n$/,
  );
});

test("on launchd an agent that is loaded, but ended, is not running; the log is a file", async (t) => {
  const { install } = await placeWith(t, 60);
  const answers = { "launchctl print": { status: 0, output: "\tstate = not running" } };
  const { code, printed } = await install({ manager: "launchd", answers }, NOW);
  assert.equal(code, 1);
  assert.match(printed, /Its log: tail -n 20 ~\/Library\/Logs\/agent-usage\/agent-usage\.log\n$/);
});

test("on launchd a running agent prints the same outcome", async (t) => {
  const { install } = await placeWith(t, 0);
  const answers = { "launchctl print": { status: 0, output: "\tstate = running" } };
  const { code, printed } = await install({ manager: "launchd", answers }, NOW);
  assert.equal(code, 0);
  assert.match(printed, /The service is running\. Today so far: 3 requests/);
});

test("--now lets the Keychain be read again", async (t) => {
  const { install, home } = await placeWith(t, 0);
  const note = join(home, ".local/state/agent-usage/keychain.json");
  await writeFile(note, "{}");
  await install({ answers: active("active") }, NOW);
  await assert.rejects(stat(note), { code: "ENOENT" });
});
