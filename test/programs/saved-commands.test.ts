// The built `status`, `report` and `snapshot` on saved states (rules CLI-5 to CLI-7).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import { statusSchema } from "../../src/commands/status/schema.ts";
import { snapshotSchema } from "../../src/contract/index.ts";
import { reportSchema } from "../../src/report/schema.ts";
import { encodeState } from "../../src/state/disk/codec.ts";
import type { State } from "../../src/state/law/state.ts";
import { startCollector } from "../support/collector.ts";
import { at, item, MACHINE_ID, okLimits, stateWith, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { beat } from "../support/simulated-beats.ts";
import { putFile, putState } from "../support/state-disk.ts";

const MINUTE = 60_000;

/** A state folder after a beat five minutes ago with usage today; `fields` override those of the beat. */
async function savedState(
  t: TestContext,
  fields: Partial<State> = {},
): Promise<{ folder: string; state: State }> {
  const folder = await temporaryFolder(t);
  const beatAt = Date.now() - 5 * MINUTE;
  const [counts] = Object.values(used(3, 1_200_000));
  assert.ok(counts !== undefined);
  const days = { [torontoDay(beatAt)]: { "model-a": { ...counts, outputTokens: 7 } } };
  const { state } = beat({ state: stateWith({ days: {} }), copy: undefined }, beatAt, { days });
  const changed = { ...state, ...fields };
  await putState(folder, changed);
  await putFile(join(folder, "machine-id"), `${MACHINE_ID}\n`);
  return { folder, state: changed };
}

/** Runs a command on a state folder, with an empty transcripts folder. */
async function run(t: TestContext, folder: string, args: readonly string[], env = {}) {
  const root = await temporaryFolder(t);
  return runProgram(t, CLI, args, {
    env: { AGENT_USAGE_STATE_DIR: folder, AGENT_USAGE_TRANSCRIPTS: root, ...env },
  });
}

/** The files in a folder: their names and times of the last change. */
async function listing(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { mtimeMs, ctimeMs } = await stat(join(folder, name));
      return `${name} ${mtimeMs} ${ctimeMs}`;
    }),
  );
}

for (const args of [["status"], ["status", "--json"], ["report"], ["snapshot"]]) {
  test(`${args.join(" ")} writes nothing and takes no lock`, async (t) => {
    const { folder } = await savedState(t);
    await mkdir(join(folder, "beat.lock"));
    const before = await listing(folder);
    const { code, stderr } = await run(t, folder, args);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(await listing(folder), before);
  });

  test(`${args.join(" ")} does not create a state folder`, async (t) => {
    const folder = join(await temporaryFolder(t), "none");
    const { code, stdout, stderr } = await run(t, folder, args);
    assert.equal(code, args[0] === "snapshot" ? 1 : 0);
    assert.match(`${stdout}${stderr}`, /no transcripts folder|no refresh has run yet/i);
    await assert.rejects(stat(folder), { code: "ENOENT" });
  });

  test(`${args.join(" ")}: exit 4 for a state of a newer version, 1 for another program's`, async (t) => {
    for (const [fields, code] of [
      [{ schemaVersion: 2 }, 4],
      [{ program: "another" }, 1],
    ] as const) {
      const folder = await temporaryFolder(t);
      await writeFile(join(folder, "state.json"), JSON.stringify({ ...stateWith(), ...fields }));
      const ended = await run(t, folder, args);
      assert.deepEqual([ended.code, ended.stdout], [code, ""]);
      assert.match(ended.stderr, /^agent-usage: [^\n]+\n$/);
    }
  });
}

test("a corrupt state: the figures of the previous save, with a warning", async (t) => {
  const { folder, state } = await savedState(t);
  await putFile(join(folder, "state.json"), "corrupt");
  const none = await run(t, folder, ["status"]);
  assert.deepEqual([none.code, none.stdout], [4, ""]);
  await putFile(join(folder, "state.json.prev"), encodeState(state));
  const { code, stdout, stderr } = await run(t, folder, ["status"]);
  assert.equal(code, 0);
  assert.match(stdout, /5-hour session: 42% used/);
  assert.match(stderr, /^agent-usage: the state file is corrupt/);
});

test("the snapshot is the last push except for its time", async (t) => {
  const { origin, caFile, requests } = await startCollector(t);
  const folder = await temporaryFolder(t);
  const env = { AGENT_USAGE_BASE_URL: origin, NODE_EXTRA_CA_CERTS: caFile, AGENT_USAGE_LABEL: "desk" };
  assert.equal((await run(t, folder, ["beat"], env)).code, 0);
  const { code, stdout } = await run(t, folder, ["snapshot"], env);
  assert.equal(code, 0);
  assert.equal(requests.length, 1);
  const timeless = (text: string) => ({ ...snapshotSchema.parse(JSON.parse(text)), sentAt: "" });
  assert.deepEqual(timeless(stdout), timeless(requests[0]?.body ?? ""));
});

test("after a refused limits call the snapshot has its status and the last good figures", async (t) => {
  const good = okLimits(Date.now() - 20 * MINUTE, [item({ percent: 62 })]);
  const { folder } = await savedState(t, {
    lastGoodLimits: good,
    lastBeat: { at: at(Date.now()), limitsStatus: "http_error", limitsDetail: "http_429", readErrors: 2 },
  });
  const { stdout } = await run(t, folder, ["snapshot"]);
  const { limits, usage } = snapshotSchema.parse(JSON.parse(stdout));
  assert.deepEqual(limits, { ...good, status: "http_error", detail: "http_429" });
  assert.equal(usage.readErrors, 2);
});

test("a snapshot needs the machine id and does not create one", async (t) => {
  const { folder } = await savedState(t);
  await putFile(join(folder, "machine-id"), "corrupt");
  const { code, stdout, stderr } = await run(t, folder, ["snapshot"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /the machine's id/);
  assert.equal(await readFile(join(folder, "machine-id"), "utf8"), "corrupt");
});

test("status prints the limits and today's usage; its JSON matches the schema", async (t) => {
  const { folder } = await savedState(t);
  const { stdout } = await run(t, folder, ["status"]);
  assert.match(stdout, /^5-hour session: 42% used, 58% left; not started yet$/m);
  assert.match(stdout, /no price +3 requests +1\.2M tokens +mostly model-a/);
  assert.doesNotMatch(stdout, /\u001B|█/);
  const { stdout: json } = await run(t, folder, ["status", "--json"]);
  const status = statusSchema.parse(JSON.parse(json));
  assert.equal(status.usage.today.counts?.inputTokens, 1_200_000);
});

test("FORCE_COLOR adds color without a terminal, but no bars", async (t) => {
  const { folder } = await savedState(t);
  const { stdout } = await run(t, folder, ["status"], { FORCE_COLOR: "1" });
  assert.match(stdout, /\u001B\[1magent-usage/);
  assert.doesNotMatch(stdout, /█/);
});

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` from util-linux, which provides a terminal, is not installed";

test("a terminal gets bars and color, and with NO_COLOR only bars", { skip }, async (t) => {
  const { folder } = await savedState(t);
  const home = await temporaryFolder(t);
  const shown = (env: Record<string, string>) =>
    spawnSync(
      "script",
      ["--quiet", "--return", "--command", `'${process.execPath}' '${CLI}' status`, "/dev/null"],
      {
        env: {
          PATH: process.env["PATH"],
          SHELL: "/bin/sh",
          HOME: home,
          TERM: "xterm-256color",
          AGENT_USAGE_STATE_DIR: folder,
          ...env,
        },
        stdio: ["ignore", "pipe", "inherit"],
        encoding: "utf8",
      },
    ).stdout;
  assert.match(shown({}), /\u001B\[32m█+/);
  const plain = shown({ NO_COLOR: "1" });
  assert.match(plain, /█+/);
  assert.doesNotMatch(plain, /\u001B/);
});

test("report prints the same figures as a table, JSON and CSV", async (t) => {
  const { folder, state } = await savedState(t);
  const table = await run(t, folder, ["report", "--days", "2"]);
  assert.match(table.stdout, /^total +3 +1\.2M$/m);
  const json = await run(t, folder, ["report", "--by", "model", "--json"]);
  const { rows, lastBeat } = reportSchema.parse(JSON.parse(json.stdout));
  assert.deepEqual(
    rows.map(({ model, tokens }) => [model, tokens]),
    [["model-a", 1_200_007]],
  );
  assert.equal(lastBeat, state.lastBeat?.at);
  const csv = await run(t, folder, ["report", "--by", "model", "--csv"]);
  assert.match(csv.stdout, /\r\nmodel-a,3,1200000,7,0,0,1200007,\r\n$/);
});

for (const args of [
  ["--days", "0"],
  ["--days"],
  ["--since", "2026-02-30"],
  ["--by", "minute"],
  ["--json", "--csv"],
  ["--html", "."],
]) {
  test(`report ${args.join(" ")}: exit 64 and one line on standard error`, async (t) => {
    const { folder } = await savedState(t);
    const { code, stdout, stderr } = await run(t, folder, ["report", ...args]);
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, /^agent-usage: [^\n]+\n$/);
  });
}

test("report --html writes a page; - prints it", async (t) => {
  const { folder } = await savedState(t);
  const file = join(await temporaryFolder(t), "usage.html");
  const written = await run(t, folder, ["report", "--html", file]);
  assert.deepEqual([written.code, written.stdout, written.stderr], [0, `Wrote ${file}\n`, ""]);
  const { stdout } = await run(t, folder, ["report", "--html", "-"]);
  for (const text of [stdout, await readFile(file, "utf8")]) {
    assert.match(text, /^<!doctype html>[\s\S]*model-a[\s\S]*<\/html>\n$/);
  }
});

for (const command of ["status", "report", "snapshot"]) {
  test(`${command} --help prints its options and an example`, async (t) => {
    const { code, stdout, stderr } = await runProgram(t, CLI, [command, "--help"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, new RegExp(`^Usage: agent-usage ${command} `));
    assert.match(stdout, new RegExp(`\\nExamples:\\n  agent-usage ${command}`));
  });
}
