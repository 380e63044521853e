// Doctor and the final days, especially those that became final before any transcript was found.
import assert from "node:assert/strict";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startOfDay } from "../../src/base/calendar.ts";
import type { Check } from "../../src/commands/doctor/check.ts";
import { judgeFinalDays } from "../../src/commands/doctor/state/final-days.ts";
import { gatherTranscripts, type TranscriptFacts } from "../../src/commands/doctor/transcripts.ts";
import type { Days } from "../../src/contract/index.ts";
import { printed } from "../support/doctor/check-lines.ts";
import { doctor, healthyHome } from "../support/doctor/healthy-home.ts";
import {
  BEFORE_YESTERDAY,
  frozen,
  NOTHING,
  NOW,
  OLDEST_KEPT,
  open,
  stateWith,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";

const FOLDER = { status: "there", kind: "folder", mode: 0o40700, isAllowed: true } as const;
const FACTS: TranscriptFacts = {
  roots: [{ path: "/root", info: FOLDER }],
  areChosen: false,
  writtenAt: [],
  unreadable: 0,
  agentSettings: "/settings.json",
  retention: undefined,
};
const EMPTY: Days = {
  [OLDEST_KEPT]: frozen(NOTHING),
  [BEFORE_YESTERDAY]: frozen(NOTHING),
  [YESTERDAY]: open(used(1)),
};
function judge(days: Days, facts: Partial<TranscriptFacts> = {}): Check {
  const state = { status: "ok", state: stateWith({ days }) } as const;
  const [check] = judgeFinalDays({ state, dir: "/state" }, { ...FACTS, ...facts }, NOW);
  assert.ok(check);
  return check;
}

test("the final days with usage are counted, starting with the first", () => {
  const days = {
    "2026-11-01": frozen(NOTHING),
    "2026-11-02": frozen(used(1)),
    [BEFORE_YESTERDAY]: frozen(used(1)),
    [TODAY]: open(used(1)),
  };
  assert.equal(judge(days).message, "2 final days with usage since 2026-11-02");
});

test("says so when no day is final yet", () => {
  assert.equal(judge({}).message, "no day with usage is final yet");
});

for (const models of [NOTHING, used(1)]) {
  const what = Object.keys(models).length === 0 ? "without usage" : "with usage";
  test(`the calendar's last day, made final ${what} by a wrong clock, is ignored`, () => {
    const { status, message } = judge({ "9999-12-31": frozen(models) }, { writtenAt: [NOW] });
    assert.deepEqual([status, message], ["ok", "no day with usage is final yet"]);
  });
}

test("final days without usage and no transcripts folder: a warning that says how to count them", () => {
  const missing = { status: "failed", code: "ENOENT" } as const;
  const check = judge(EMPTY, { roots: [{ path: "/typo", info: missing }] });
  assert.equal(check.status, "warning");
  assert.match(
    printed([check]),
    /^2 final days recorded without usage, and there is no transcripts folder\n/,
  );
  assert.match(
    printed([check]),
    /stop the service, move state\.json and state\.json\.prev out of \/state \(leave machine-id\), run agent-usage beat/,
  );
});

for (const [what, writtenAt, status] of [
  ["on the first of them", startOfDay(OLDEST_KEPT), "warning"],
  ["on the last of them", startOfDay(YESTERDAY) - 1, "warning"],
  ["before them", startOfDay(OLDEST_KEPT) - 1, "ok"],
  ["after them", startOfDay(YESTERDAY), "ok"],
] as const) {
  test(`final days without usage, and a transcript last written ${what}: ${status}`, () => {
    assert.equal(judge(EMPTY, { writtenAt: [writtenAt] }).status, status);
  });
}

test("a final day with usage proves that transcripts were found: no warning", () => {
  const days = { ...EMPTY, [BEFORE_YESTERDAY]: frozen(used(1)) };
  assert.equal(judge(days, { writtenAt: [startOfDay(OLDEST_KEPT)] }).status, "ok");
});

test("the time when each transcript was last written is gathered", async (t) => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, "project"));
  await writeFile(join(root, "project", "session.jsonl"), "");
  await utimes(join(root, "project", "session.jsonl"), 1_000, 1_000);
  assert.deepEqual((await gatherTranscripts([root], false, "/none")).writtenAt, [1_000_000]);
});

test("the program warns after its first beats found no transcripts", async (t) => {
  const { HOME = "" } = await healthyHome(t);
  const env = { HOME, AGENT_USAGE_TRANSCRIPTS: join(HOME, "late"), AGENT_USAGE_LIMITS: "off" };
  const state = { AGENT_USAGE_STATE_DIR: join(HOME, "state") };
  assert.equal((await runProgram(t, CLI, ["beat"], { env: { ...env, ...state } })).code, 0);
  await mkdir(join(HOME, "late"));
  await writeFile(join(HOME, "late/session.jsonl"), "");
  const before = new Date(Date.now() - 5 * 24 * 3_600_000);
  await utimes(join(HOME, "late/session.jsonl"), before, before);
  const { of } = await doctor(t, { ...env, ...state });
  assert.equal(of("frozen")[0]?.status, "warning");
  assert.match(
    of("frozen")[0]?.message ?? "",
    /^\d+ final days recorded without usage, but 1 transcript from those days exists now$/,
  );
});
