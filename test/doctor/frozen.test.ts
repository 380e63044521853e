// What doctor says of the frozen days, above all of those that were frozen before any transcript was found.
import assert from "node:assert/strict";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startOfDay } from "../../src/base/calendar.ts";
import { judgeFrozen } from "../../src/commands/doctor/frozen.ts";
import { gatherTranscripts, type TranscriptFacts } from "../../src/commands/doctor/transcripts.ts";
import type { Days } from "../../src/contract/index.ts";
import { told } from "../support/doctor/check-lines.ts";
import { doctor, wellHome } from "../support/doctor/well-home.ts";
import {
  BEFORE_YESTERDAY,
  frozen,
  NOTHING,
  NOW,
  OLDEST_KEPT,
  open,
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
const judge = (days: Days, facts: Partial<TranscriptFacts> = {}) =>
  judgeFrozen(days, { ...FACTS, ...facts }, "/state", NOW);

test("since when frozen days with usage are held is said", () => {
  const days = {
    "2026-11-01": frozen(NOTHING),
    "2026-11-02": frozen(used(1)),
    [BEFORE_YESTERDAY]: frozen(used(1)),
    [TODAY]: open(used(1)),
  };
  assert.equal(judge(days).message, "frozen days since 2026-11-02: 2 days with usage");
});

test("with no frozen day, that is said", () => {
  assert.equal(judge({}).message, "no day with usage is frozen yet");
});

for (const models of [NOTHING, used(1)]) {
  const what = Object.keys(models).length === 0 ? "as empty" : "with usage";
  test(`the calendar's last day, frozen ${what} by a clock that was wrong, is passed over`, () => {
    const { status, message } = judge({ "9999-12-31": frozen(models) }, { writtenAt: [NOW] });
    assert.deepEqual([status, message], ["ok", "no day with usage is frozen yet"]);
  });
}

test("days frozen as empty while there is no transcripts folder: a warning, and how to count them", () => {
  const missing = { status: "failed", code: "ENOENT" } as const;
  const check = judge(EMPTY, { roots: [{ path: "/typo", info: missing }] });
  assert.equal(check.status, "warning");
  assert.match(told([check]), /^2 days frozen as empty, and no transcripts folder is there\n/);
  assert.match(
    told([check]),
    /stop the service, move state\.json and state\.json\.prev out of \/state \(machine-id stays\), then agent-usage beat/,
  );
});

for (const [what, writtenAt, status] of [
  ["on the first of them", startOfDay(OLDEST_KEPT), "warning"],
  ["on the last of them", startOfDay(YESTERDAY) - 1, "warning"],
  ["before them", startOfDay(OLDEST_KEPT) - 1, "ok"],
  ["after them", startOfDay(YESTERDAY), "ok"],
] as const) {
  test(`days frozen as empty, and a transcript that was last written ${what}: ${status}`, () => {
    assert.equal(judge(EMPTY, { writtenAt: [writtenAt] }).status, status);
  });
}

test("a frozen day with usage says that transcripts were found: no warning", () => {
  const days = { ...EMPTY, [BEFORE_YESTERDAY]: frozen(used(1)) };
  assert.equal(judge(days, { writtenAt: [startOfDay(OLDEST_KEPT)] }).status, "ok");
});

test("when each transcript was last written is looked up", async (t) => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, "project"));
  await writeFile(join(root, "project", "session.jsonl"), "");
  await utimes(join(root, "project", "session.jsonl"), 1_000, 1_000);
  assert.deepEqual((await gatherTranscripts([root], false, "/none")).writtenAt, [1_000_000]);
});

test("the program says so too, where its first beats found no transcripts", async (t) => {
  const { HOME = "" } = await wellHome(t);
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
    /^\d+ days frozen as empty, and 1 transcript of those days is/,
  );
});
