// The built `status` and `report` before the first refresh, and without a transcripts folder (rules CLI-12, CLI-13).
import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import { statusSchema } from "../../src/commands/status/schema.ts";
import { reportSchema } from "../../src/report/schema.ts";
import { stateWith } from "../support/fixtures.ts";
import { type HomeParts, makeHome } from "../support/home.ts";
import { CLI, runProgram } from "../support/program.ts";
import { namesIn } from "../support/state-disk.ts";
import { line } from "../support/transcript.ts";

/** The start of what is said before figures that are not saved. */
const UNSAVED = /no refresh has run yet: these figures are from a scan just now, and nothing is saved\. /i;

/** A home with one transcript of today, and nothing else. */
const unseen = (t: TestContext) =>
  makeHome(t, { transcripts: { "a.jsonl": line({ at: new Date().toISOString() }) } });

async function look(
  t: TestContext,
  home: { dir: string; env: HomeParts["settings"] },
  args: readonly string[],
) {
  const { code, stdout, stderr } = await runProgram(t, CLI, args, {
    // Where the terminal's date is another, days have no names.
    env: { ...(home.env as Record<string, string>), TZ: "America/Toronto" },
  });
  assert.equal(code, 0, stderr);
  return { stdout, stderr, names: (await namesIn(home.dir)).sort() };
}

test("status before the first refresh scans, says that nothing is saved, and saves nothing", async (t) => {
  const { stdout, stderr, names } = await look(t, await unseen(t), ["status"]);
  assert.match(stdout, UNSAVED);
  assert.match(stdout, /run ".+ beat"; to do so every 15 minutes, run ".+ install --now"\./);
  assert.match(stdout, /^Today .* 1 request +10 tokens +mostly model-a$/m);
  assert.deepEqual([stderr, names], ["", [".agent"]]);
});

test("status --json before the first refresh has the scan's figures and no last refresh", async (t) => {
  const { stdout, stderr } = await look(t, await unseen(t), ["status", "--json"]);
  const { lastBeat, usage } = statusSchema.parse(JSON.parse(stdout));
  assert.deepEqual([lastBeat, usage.today.counts?.requests, usage.yesterday.counts], [null, 1, null]);
  assert.match(stderr, /^agent-usage: [^\n]+\n$/);
  assert.match(stderr, UNSAVED);
});

test("report before the first refresh scans, says that nothing is saved, and saves nothing", async (t) => {
  const { stdout, stderr, names } = await look(t, await unseen(t), ["report"]);
  assert.match(stdout, UNSAVED);
  assert.match(stdout, /^total .*\b10\b/m);
  assert.deepEqual([stderr, names], ["", [".agent"]]);
});

for (const [form, isRight] of [
  ["--json", (text: string) => reportSchema.parse(JSON.parse(text)).total.requests === 1],
  [
    "--csv",
    (text: string) => text.startsWith(`day,state,model,`) && text.includes(",open,model-a,1,1,2,3,4,10,\r\n"),
  ],
  ["--html=-", (text: string) => /^<!doctype html>[\s\S]*model-a/.test(text)],
] as const) {
  test(`report ${form} before the first refresh: the scan's figures alone on standard output`, async (t) => {
    const { stdout, stderr } = await look(t, await unseen(t), ["report", form]);
    assert.ok(isRight(stdout), stdout);
    assert.match(stderr, /^agent-usage: [^\n]+\n$/);
    assert.match(stderr, UNSAVED);
  });
}

test("report before the first refresh begins with the first day that has usage", async (t) => {
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const home = await makeHome(t, { transcripts: { "a.jsonl": line({ at: old }) } });
  const { stdout } = await look(t, home, ["report", "--by", "day", "--json"]);
  const { rows } = reportSchema.parse(JSON.parse(stdout));
  assert.deepEqual([rows.length, rows[0]?.day, rows.at(-1)?.requests], [4, torontoDay(Date.parse(old)), 0]);
});

test("a page that cannot be written is the only message, also before the first refresh", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["report", "--html", "."]);
  assert.equal(code, 64);
  assert.match(stderr, /^agent-usage: --html [^\n]+\n$/);
});

const NO_ROOT = "There is no transcripts folder, but Claude Code has one: ~/.claude/projects.";

for (const [what, state] of [
  ["before the first refresh", undefined],
  ["after it", stateWith()],
] as const) {
  for (const command of ["status", "report"]) {
    test(`${command} ${what} begins with the missing folder, and names the other program's command`, async (t) => {
      const home = await makeHome(t, state === undefined ? {} : { state });
      await mkdir(join(home.dir, ".claude/projects"), { recursive: true });
      const { stdout } = await look(t, home, [command]);
      const [first = ""] = stdout.split("\n");
      assert.ok(first.startsWith(NO_ROOT), stdout);
      assert.match(first, new RegExp(`Fix: run "node .*cli\\.js ${command}"\\.$`));
      assert.doesNotMatch(stdout, UNSAVED);
    });
  }
}

test("report --json without a transcripts folder says so on standard error", async (t) => {
  const { stdout, stderr } = await look(t, await makeHome(t), ["report", "--json"]);
  assert.deepEqual(reportSchema.parse(JSON.parse(stdout)).rows, []);
  assert.match(stderr, /^agent-usage: there is no transcripts folder\. Fix: use the coding agent once/);
});

test("the scripts of the package start each program's daemon", async () => {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
  assert.equal(scripts["start"], "exec node dist/daemon.js");
  assert.equal(scripts["start:claude-code"], "exec node dist/claude-code/daemon.js");
});
