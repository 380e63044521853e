// The built `report` by project, session and hour, which it reads from the transcripts (rules DETAIL-1 to DETAIL-4).
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { reportSchema } from "../../src/report/schema.ts";
import { at, HOUR, item, MINUTE, okLimits, stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { putState } from "../support/state-disk.ts";
import { requestLine, writeFiles } from "../support/transcript.ts";

const OPUS = "claude-opus-4-5-20251101";

/** Transcripts of two projects, used in the last minutes, and an empty state folder. */
async function used(t: TestContext) {
  const dir = await temporaryFolder(t);
  const now = Date.now();
  const session = (id: string, folder: string, ...lines: string[]) =>
    writeFiles(
      join(dir, "transcripts"),
      { [`p/${id}.jsonl`]: [JSON.stringify({ sessionId: id, cwd: `/srv/${folder}` }), ...lines] },
      now,
    );
  const ago = (time: number, model = OPUS) => requestLine({ at: at(now - time), model });
  session("11111111-aaaa", "api", ago(MINUTE), ago(2 * MINUTE));
  session("22222222-bbbb", "web", ago(3 * MINUTE, "other"));
  const stateDir = await temporaryFolder(t);
  const report = (...args: string[]) =>
    runProgram(t, CLI, ["report", ...args], {
      env: { AGENT_USAGE_TRANSCRIPTS: join(dir, "transcripts"), AGENT_USAGE_STATE_DIR: stateDir },
    });
  const rows = async (...args: string[]) =>
    reportSchema.parse(JSON.parse((await report(...args, "--json")).stdout)).rows;
  return { dir, stateDir, now, report, rows };
}

test("by project and by session, rows have the key and the counts", async (t) => {
  const { rows } = await used(t);
  assert.deepEqual(
    (await rows("--by", "project")).map(({ project, requests }) => [project, requests]),
    [
      ["api", 2],
      ["web", 1],
    ],
  );
  assert.deepEqual(
    (await rows("--by", "session")).map(({ session, requests }) => [session, requests]),
    [
      ["11111111-aaaa", 2],
      ["22222222-bbbb", 1],
    ],
  );
  assert.ok((await rows("--by", "hour")).every(({ hour }) => /^\d{4}-\d\d-\d\dT\d\d:00$/.test(hour ?? "")));
});

test("with --cost, a row without a price has null", async (t) => {
  const { rows } = await used(t);
  const costs = (await rows("--by", "project,model", "--cost")).map(({ project, model, costUsd }) => [
    project,
    model,
    costUsd,
  ]);
  assert.deepEqual(costs, [
    ["api", OPUS, 0.0001515],
    ["web", "other", null],
  ]);
});

test("--project selects, also for other groupings", async (t) => {
  const { rows } = await used(t);
  assert.deepEqual(
    (await rows("--by", "model", "--project", "WE")).map(({ model }) => model),
    ["other"],
  );
});

test("a table in which nothing matches says so", async (t) => {
  const { report } = await used(t);
  for (const [args, filters] of [
    [["--project", "none"], "--project"],
    [["--model", "none"], "--model"],
    [["--by", "session", "--project", "none", "--model", "none"], "--model and --project"],
  ] as const) {
    const { stdout } = await report(...args);
    assert.match(stdout, new RegExp(`^No usage on these days matches ${filters}\\.$`, "m"));
    assert.doesNotMatch(stdout, /No record of|^total/m);
  }
});

test("--since window has the requests since the 5-hour session began", async (t) => {
  const { rows, report, stateDir, now } = await used(t);
  const unknown = await report("--by", "session", "--since", "window");
  assert.equal(unknown.code, 64);
  assert.match(unknown.stderr, /needs the current 5-hour session/);
  const resetsAt = at(now + 5 * HOUR - 2.5 * MINUTE);
  await putState(stateDir, stateWith({ days: {}, lastGoodLimits: okLimits(now, [item({ resetsAt })]) }));
  assert.deepEqual(
    (await rows("--by", "session", "--since", "window")).map(({ session }) => session),
    ["11111111-aaaa"],
  );
});

test("the table names what the record has and the transcripts no longer do", async (t) => {
  const { report, rows, stateDir, now } = await used(t);
  const [today] = await rows("--by", "day");
  const counts = {
    requests: 9,
    inputTokens: 1_000_000,
    outputTokens: 0,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
  };
  const days = { [today?.day ?? ""]: { state: "open" as const, models: { [OPUS]: counts } } };
  const lastBeat = { at: at(now), limitsStatus: "ok" as const, limitsDetail: null, readErrors: 0 };
  await putState(stateDir, stateWith({ days, lastBeat }));
  const { stdout } = await report("--by", "project");
  assert.match(stdout, /The record has 1\.0M tokens more, on 1 day: their transcripts are gone\./);
  assert.match(stdout, /^api +\$0\.00 /m);
});

test("no path is printed, and nothing is written", async (t) => {
  const { report, dir } = await used(t);
  const { stdout, stderr } = await report("--by", "project,session");
  assert.doesNotMatch(stdout + stderr, /\/srv|transcripts\/p/);
  assert.deepEqual(await readdir(dir), ["transcripts"]);
});
