// What doctor says of the transcripts, of how long the coding agent keeps them, and of the days that are frozen.
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  gatherTranscripts,
  judgeTranscripts,
  type TranscriptFacts,
} from "../../src/commands/doctor/transcripts.ts";
import { temporaryFolder } from "../support/folder.ts";
import { BEFORE_YESTERDAY, frozen, NOTHING, open, TODAY, used } from "../support/state.ts";
import { lines, told } from "./lines.ts";

const FOLDER = { status: "there", kind: "folder", mode: 0o40700, isAllowed: true } as const;
const MISSING = { status: "failed", code: "ENOENT" } as const;
const FACTS: TranscriptFacts = {
  roots: [{ path: "/root", look: FOLDER }],
  areChosen: false,
  count: 3,
  unreadable: 0,
  agentSettings: "/settings.json",
  retention: undefined,
};
const judge = (fields: Partial<TranscriptFacts>) => judgeTranscripts({ ...FACTS, ...fields }, undefined);

async function root(t: TestContext) {
  const folder = join(await temporaryFolder(t), "projects");
  await mkdir(join(folder, "project"), { recursive: true });
  await writeFile(join(folder, "project", "session.jsonl"), "");
  await writeFile(join(folder, "project", "notes.txt"), "");
  return folder;
}

test("transcripts are counted, and nothing else", async (t) => {
  const facts = await gatherTranscripts([await root(t)], false, "/none");
  assert.equal(facts.count, 1);
  assert.match(told(judgeTranscripts(facts, undefined)), /^1 transcript$/m);
});

test("of the usual folders one is enough", async (t) => {
  const folder = await root(t);
  const facts = await gatherTranscripts([folder, `${folder}-none`], false, "/none");
  assert.deepEqual(lines(judgeTranscripts(facts, undefined)), ["ok transcripts", "ok retention"]);
});

test("a folder that was chosen and is not there is a warning", () => {
  const roots = [...FACTS.roots, { path: "/typo", look: MISSING }];
  assert.deepEqual(lines(judge({ roots, areChosen: true })), ["warning transcripts", "ok retention"]);
});

test("no folder at all is a failure", () => {
  assert.deepEqual(lines(judge({ roots: [{ path: "/typo", look: MISSING }] }))[0], "failure transcripts");
});

for (const [what, look] of [
  ["a folder that may not be listed", { ...FOLDER, isAllowed: false }],
  ["a file in its place", { ...FOLDER, kind: "file" }],
  ["one that cannot be looked at", { status: "failed", code: "EACCES" }],
] as const) {
  test(`${what} is a failure`, () => {
    const checks = judge({ roots: [{ path: "/closed", look }] });
    assert.deepEqual(lines(checks)[0], "failure transcripts");
    assert.match(told(checks), /chmod u\+rx \/closed/);
  });
}

test("something unreadable below is a warning: no day is frozen until it can be read", async (t) => {
  const folder = await root(t);
  await symlink("nowhere", join(folder, "gone.jsonl"));
  const facts = await gatherTranscripts([folder], false, "/none");
  assert.equal(facts.unreadable, 1);
  assert.deepEqual(lines(judgeTranscripts(facts, undefined))[0], "warning transcripts");
});

test("how long the coding agent keeps its transcripts is read from its own settings", async (t) => {
  const settings = join(await temporaryFolder(t), "settings.json");
  await writeFile(settings, '{"cleanupPeriodDays": 90}');
  const { retention } = await gatherTranscripts([], false, settings);
  assert.match(told(judge({ retention })), /for 90 days \(cleanupPeriodDays\)/);
});

test("where they say nothing of it, it is the coding agent's default", () => {
  assert.match(told(judge({ retention: "7" })), /for 30 days \(its default\)/);
});

for (const [retention, status] of [
  [0, "warning"],
  [2, "warning"],
  [3, "ok"],
] as const) {
  test(`transcripts that are kept for ${retention} days: ${status}`, () => {
    assert.equal(lines(judge({ retention }))[1], `${status} retention`);
  });
}

test("since when frozen days with usage are held is said", () => {
  const days = {
    "2026-11-01": frozen(NOTHING),
    "2026-11-02": frozen(used(1)),
    [BEFORE_YESTERDAY]: frozen(used(1)),
    [TODAY]: open(used(1)),
  };
  assert.match(told(judgeTranscripts(FACTS, days)), /^frozen days since 2026-11-02: 2 days with usage$/m);
});

test("with no frozen day, that is said", () => {
  assert.match(told(judgeTranscripts(FACTS, {})), /no day with usage is frozen yet/);
});
