// `status` and `report` start from a bundle that holds, and loads, only what they need (rule BUILD-5).
import assert from "node:assert/strict";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import { at } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";
import { requestLine, writeFiles } from "../support/transcript.ts";

/** What is in a bundle with the package, and the other bundle that has it. */
const PACKAGES = [
  { name: "zod", inIt: /_zod|ZodType/, beside: "schemas.js" },
  { name: "pino", inIt: /pino/i, beside: "daemon.js" },
  { name: "croner", inIt: /Croner|CronPattern/, beside: "daemon.js" },
];

for (const { name, inIt, beside } of PACKAGES) {
  test(`cli-short.js has no ${name}`, async () => {
    for (const part of ["", "claude-code"]) {
      assert.doesNotMatch(await readFile(join(DIST, part, "cli-short.js"), "utf8"), inIt);
      assert.match(await readFile(join(DIST, part, beside), "utf8"), inIt);
    }
  });
}

/** A machine whose one transcript, in a project named api, was written on some day, after its first refresh. */
async function refreshed(t: TestContext, writtenAt: number) {
  const folder = await temporaryFolder(t);
  const first = JSON.stringify({ sessionId: "one", cwd: "/srv/api" });
  const lines = [first, requestLine({ at: at(writtenAt) })];
  writeFiles(join(folder, "transcripts"), { "p/one.jsonl": lines }, writtenAt);
  const env = {
    AGENT_USAGE_TRANSCRIPTS: join(folder, "transcripts"),
    AGENT_USAGE_STATE_DIR: join(folder, "state"),
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_LABEL: "mine",
    AGENT_USAGE_ALERT_AT: "80, forecast",
  };
  assert.equal((await runProgram(t, CLI, ["beat"], { env })).code, 0);
  return { folder, env };
}

/** The commands' two files, with what else is named, in a folder without the others. */
async function alone(folder: string, ...more: string[]): Promise<string> {
  await mkdir(join(folder, "dist"));
  for (const file of ["cli.js", "cli-short.js", "package.json", ...more])
    await cp(join(DIST, file), join(folder, "dist", file));
  return join(folder, "dist", "cli.js");
}

test("status and report of a machine without usage today load no other bundle, whatever is set", async (t) => {
  const { folder, env } = await refreshed(t, Date.now() - 3 * 86_400_000);
  const cli = await alone(folder);
  for (const args of [["status"], ["status", "--json"], ["report"], ["report", "--csv", "--cost"]]) {
    const { code, stderr } = await runProgram(t, cli, args, { env });
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  }
});

test("status reads today's transcripts for the project beside today's usage", async (t) => {
  const now = Date.now();
  const { folder, env } = await refreshed(t, now);
  const cli = await alone(folder, "usage.js");
  const { stdout } = await runProgram(t, cli, ["status", "--json"], { env });
  if (torontoDay(Date.now()) !== torontoDay(now)) return t.skip("midnight has passed in Toronto");
  const { today } = JSON.parse(stdout).usage;
  assert.deepEqual([today.counts.requests, today.topProject], [1, "api"]);
});

test("report --html runs the whole program", async (t) => {
  const { env } = await refreshed(t, Date.now());
  const { code, stdout } = await runProgram(t, CLI, ["report", "--html", "-"], { env });
  assert.equal(code, 0);
  assert.match(stdout, /^<!doctype html>/);
});
