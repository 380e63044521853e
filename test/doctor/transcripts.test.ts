// Doctor and the transcripts, and how long the coding agent keeps them.
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  gatherTranscripts,
  judgeTranscripts,
  type TranscriptFacts,
} from "../../src/commands/doctor/transcripts.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { temporaryFolder } from "../support/folder.ts";

const FOLDER = { status: "there", kind: "folder", mode: 0o40700, isAllowed: true } as const;
const MISSING = { status: "failed", code: "ENOENT" } as const;
const FACTS: TranscriptFacts = {
  roots: [{ path: "/root", info: FOLDER }],
  areChosen: false,
  found: { status: "found" },
  writtenAt: [0, 0, 0],
  unreadable: 0,
  agentSettings: "/settings.json",
  retention: undefined,
};
const NONE = {
  roots: [{ path: "/typo", info: MISSING }],
  found: { status: "missing", elsewhere: undefined },
} as const;
const judge = (fields: Partial<TranscriptFacts>) => judgeTranscripts({ ...FACTS, ...fields });

async function root(t: TestContext) {
  const folder = join(await temporaryFolder(t), "projects");
  await mkdir(join(folder, "project"), { recursive: true });
  await writeFile(join(folder, "project", "session.jsonl"), "");
  await writeFile(join(folder, "project", "notes.txt"), "");
  return folder;
}

test("only transcripts are counted", async (t) => {
  const facts = await gatherTranscripts([await root(t)], false, "/none", {});
  assert.match(printed(judgeTranscripts(facts)), /^1 transcript$/m);
});

test("one of the default folders is enough", async (t) => {
  const folder = await root(t);
  const facts = await gatherTranscripts([folder, `${folder}-none`], false, "/none", {});
  assert.deepEqual(lines(judgeTranscripts(facts)), ["ok transcripts", "ok retention"]);
});

test("a chosen folder that does not exist is a warning", () => {
  const roots = [...FACTS.roots, { path: "/typo", info: MISSING }];
  assert.deepEqual(lines(judge({ roots, areChosen: true })), ["warning transcripts", "ok retention"]);
});

test("no folder at all is a failure", () => {
  assert.deepEqual(lines(judge(NONE))[0], "failure transcripts");
});

test("the only chosen folder does not exist: the fix is to correct the setting", () => {
  assert.match(judge(NONE)[0]?.fix ?? "", /^use the coding agent once/);
  const [check] = judge({ ...NONE, areChosen: true });
  assert.equal(check?.fix, "correct transcriptRoots (AGENT_USAGE_TRANSCRIPTS)");
});

test("no folder, but another agent's transcripts: both are named, and the program that reads them", async (t) => {
  const home = await temporaryFolder(t);
  await mkdir(join(home, ".claude/projects"), { recursive: true });
  await writeFile(join(home, ".claude/projects/session.jsonl"), "");
  const facts = await gatherTranscripts([join(home, "typo")], false, "/none", { HOME: home });
  assert.match(
    printed(judgeTranscripts(facts).slice(0, 1)),
    /but Claude Code has one: ~\/\.claude\/projects; looked in .*\/typo\nrun "\S.* doctor"$/,
  );
});

for (const [what, info, says] of [
  ["a folder that cannot be listed", { ...FOLDER, isAllowed: false }, /\nchmod u\+rx \/closed$/],
  [
    "a file in place of the folder",
    { ...FOLDER, kind: "file" },
    /is a file, not a folder\ncorrect transcriptRoots [^\n]+$/,
  ],
  [
    "a folder that cannot be checked",
    { status: "failed", code: "EACCES" },
    /permission denied\ncheck the folders above/,
  ],
] as const) {
  test(`${what} is a failure with its own fix`, () => {
    const checks = judge({ roots: [{ path: "/closed", info }], areChosen: true });
    assert.deepEqual(lines(checks)[0], "failure transcripts");
    assert.match(printed(checks.slice(0, 1)), says);
  });
}

test("something unreadable in the folder is a warning: no day becomes final until it is fixed", async (t) => {
  const folder = await root(t);
  await symlink("nowhere", join(folder, "gone.jsonl"));
  const facts = await gatherTranscripts([folder], false, "/none", {});
  assert.equal(facts.unreadable, 1);
  assert.deepEqual(lines(judgeTranscripts(facts))[0], "warning transcripts");
});

test("how long the coding agent keeps transcripts is read from its own settings", async (t) => {
  const folder = await temporaryFolder(t);
  const settings = join(folder, "settings.json");
  await writeFile(settings, '{"cleanupPeriodDays": 90}');
  const { retention } = await gatherTranscripts([folder], false, settings, {});
  assert.match(printed(judge({ retention })), /for 90 days \(cleanupPeriodDays\)/);
});

test("without such a setting, the coding agent's default applies", () => {
  assert.match(printed(judge({ retention: "7" })), /for 30 days \(its default\)/);
});

for (const [retention, status] of [
  [0, "warning"],
  [2, "warning"],
  [3, "ok"],
] as const) {
  test(`transcripts kept for ${retention} days: ${status}`, () => {
    assert.equal(lines(judge({ retention }))[1], `${status} retention`);
  });
}
