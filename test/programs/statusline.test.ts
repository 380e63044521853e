// The built status line on a record of a refresh (rules STATUSLINE-1, STATUSLINE-3, STATUSLINE-6).
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { encodeHistory } from "../../src/state/history/codec.ts";
import { noteLimits } from "../../src/state/history/file.ts";
import { at, emptyState, HOUR, item, MINUTE, okLimits, open } from "../support/fixtures.ts";
import { makeHome } from "../support/home.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";
import { lineOf } from "../support/statusline.ts";

const NOW = Date.now();
const RESET = NOW + 3 * HOUR;
const SESSION = item({ percent: 20, resetsAt: at(RESET) });

/** A home whose last refresh was a minute ago: 20 % of the session used, and a million tokens today. */
async function usedHome(
  t: TestContext,
  {
    cacheCreationTokens = 0,
    ...parts
  }: { stateDir?: string; settings?: Record<string, unknown>; cacheCreationTokens?: number } = {},
) {
  const counts = {
    requests: 1,
    inputTokens: 1_000_000,
    outputTokens: 0,
    cacheCreationTokens,
    cacheReadTokens: 0,
  };
  const limits = okLimits(NOW - MINUTE, [SESSION]);
  const home = await makeHome(t, {
    ...parts,
    state: emptyState({
      days: { [torontoDay(NOW)]: open({ "claude-opus-4-6": counts }) },
      lastGoodLimits: limits,
      lastBeat: { at: at(NOW - MINUTE), limitsStatus: "ok", limitsDetail: null, readErrors: 0 },
    }),
  });
  await noteLimits(stateFolder(home.stateDir), limits);
  return home;
}

const LINE = /^5h 80% left, (?:resets|out) (?:\w{3} )?\d\d:\d\d \| \$5\.00 (?:today|on \d+ \w{3})$/;

test("statusline prints what is left, when it resets and what today cost", async (t) => {
  const { env } = await usedHome(t);
  assert.match(await lineOf({ env }), LINE);
});

test("writes to the cache whose length was counted make no range of the cost", async (t) => {
  const { env } = await usedHome(t, { cacheCreationTokens: 1_000_000 });
  assert.match(await lineOf({ env }), /\| \$11\.25 (?:today|on)/);
});

test("the limits of the coding agent's input replace older ones, also if it leaves the input open", async (t) => {
  const { env } = await usedHome(t);
  const window = { used_percentage: 37.6, resets_at: Math.round(RESET / 1000) };
  const text = JSON.stringify({ session_id: "x", rate_limits: { five_hour: window } });
  assert.match(await lineOf({ env, input: { text } }), /^5h 62% left/);
  assert.match(await lineOf({ env, input: { open: text } }), /^5h 62% left/);
});

test("of a long history, the last readings are enough for the forecast", async (t) => {
  const resetsAt = at(NOW + 2 * HOUR);
  const used = item({ percent: 62, resetsAt });
  const { env, stateDir } = await makeHome(t, {
    state: emptyState({ lastGoodLimits: okLimits(NOW - MINUTE, [used]) }),
  });
  assert.match(await lineOf({ env }), /^5h 38% left, out /);
  const { kind, group, model } = used;
  const weeks = Array.from({ length: 3_000 }, (_, index) => ({
    kind: "weekly_all",
    group: "weekly",
    model: null,
    percent: index % 100,
    resetsAt: at(NOW + 8 * HOUR),
    fetchedAt: at(NOW - (3_300 - index) * 10 * MINUTE),
  }));
  const early = { kind, group, model, percent: 62, resetsAt, fetchedAt: at(NOW - 2 * HOUR) };
  await writeFile(stateNames(stateDir).history, encodeHistory([...weeks, early]));
  assert.match(await lineOf({ env }), /^5h 38% left, resets /);
});

test("COLUMNS shortens the line", async (t) => {
  const { env } = await usedHome(t);
  assert.equal(await lineOf({ env: { ...env, COLUMNS: "12" } }), "5h 80% left");
  for (const COLUMNS of ["0", "-5", "many", "1e9", ""])
    assert.match(await lineOf({ env: { ...env, COLUMNS } }), LINE);
});

test("in a locale that is not UTF-8 the line is ASCII", async (t) => {
  const home = await makeHome(t, {
    state: emptyState({
      lastGoodLimits: okLimits(NOW, [item({ kind: "weekly_scoped", model: "Größe", resetsAt: at(RESET) })]),
    }),
  });
  assert.match(await lineOf({ env: { ...home.env, LC_ALL: "C" } }), /week Gr\?\?e 58% left/);
});

test("the state folder is the one of the settings", async (t) => {
  const moved = await usedHome(t);
  const { env, stateDir } = moved;
  const other = await makeHome(t, { settings: { stateDir } });
  assert.match(await lineOf({ env: other.env }), LINE);
  assert.match(await lineOf({ env: { HOME: other.dir, AGENT_USAGE_STATE_DIR: stateDir } }), LINE);
  assert.match(await lineOf({ env }), LINE);
});

test("before the first refresh it says so", async (t) => {
  const { env } = await makeHome(t);
  assert.equal(await lineOf({ env }), "no refresh yet");
});

test("the bundle has neither zod nor Intl, and is small", async () => {
  const text = await readFile(join(DIST, "statusline-main.js"), "utf8");
  assert.ok(text.length < 40_000, `${text.length}`);
  assert.doesNotMatch(text, /ZodError|new Intl/);
});

test("statusline --help lists its options, and a mistake in them is a wrong command line", async (t) => {
  const help = await runProgram(t, CLI, ["statusline", "--help"]);
  assert.match(help.stdout, /--then COMMAND/);
  assert.equal((await runProgram(t, CLI, ["statusline", "--than", "x"])).code, 64);
});
