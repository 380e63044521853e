// Several processes at one state folder: one beats at a time, and no frozen day is ever lost.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { addDays, torontoDay } from "../../src/base/calendar.ts";
import { runBeat } from "../../src/beat/beat.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { frozen, open, stateWith, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { namesIn, putState, stateIn } from "../support/state-disk.ts";
import { line, writeTranscript } from "../support/transcript.ts";

const PROGRAM = fileURLToPath(new URL("../support/service/beat-program.ts", import.meta.url));
const RACERS = 8;
const ROUNDS = 12;
const MANY_ROUNDS = 80;

/** A process that beats when it is told, ready to. */
async function beater(t: TestContext, ...args: string[]): Promise<ChildProcess> {
  const child = fork(PROGRAM, args, { execArgv: ["--import", import.meta.resolve("tsx")] });
  t.after(() => child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

const told = async (child: ChildProcess): Promise<string> => ((await once(child, "message")) as [string])[0];

const today = torontoDay(Date.now());
const lastBeat = {
  at: new Date().toISOString(),
  limitsStatus: "disabled",
  limitsDetail: null,
  readErrors: 0,
} as const;
/** Days of which nothing is left but this record, and one that the next beat freezes. */
const DAYS = {
  ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [addDays(today, -32 + i), frozen(used(i + 1))])),
  [addDays(today, -2)]: open(used(99)),
};

async function folderWithStaleLock(t: TestContext): Promise<string> {
  const dir = await temporaryFolder(t);
  await putState(dir, stateWith({ days: DAYS, lastBeat }));
  await mkdir(stateNames(dir).lock);
  await age(dir);
  return dir;
}

/** Makes the lock look as if nobody had refreshed it for a minute. */
async function age(dir: string): Promise<void> {
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(stateNames(dir).lock, minuteAgo, minuteAgo);
}

/** Races in one folder after the other; what came of each process's beat. */
async function race(t: TestContext, times: number): Promise<string[]> {
  const children = await Promise.all(Array.from({ length: RACERS }, () => beater(t)));
  const transcripts = await temporaryFolder(t);
  const day = addDays(today, -2);
  await writeTranscript(
    join(transcripts, "a.jsonl"),
    [line({ at: `${day}T17:00:00Z` })],
    new Date().toISOString(),
  );
  const rounds: string[][] = [];
  for (let round = 0; round < times; round++) {
    const stateDir = await folderWithStaleLock(t);
    for (const child of children) child.send({ stateDir, transcriptRoots: [transcripts] });
    const results = await Promise.all(children.map(told));
    const state = await stateIn(stateNames(stateDir).state);
    rounds.push(results);
    const done = results.filter((status) => status === "done").length;
    assert.equal(state.seq, 7 + done, results.join());
    for (const [name, { models }] of Object.entries(DAYS)) {
      assert.deepEqual(
        [name, state.days[name]?.state, state.days[name]?.models],
        [name, "frozen", models],
        results.join(),
      );
    }
    assert.ok(!(await namesIn(stateDir)).includes("beat.lock"));
  }
  return rounds.flat();
}

test(`${RACERS} processes that race for one stale lock lose no frozen day and count each save once`, async (t) => {
  assert.equal((await race(t, ROUNDS)).length, RACERS * ROUNDS);
});

test("one that loses such a race is told of the other, not of a disk that cannot be written", async (t) => {
  const results = new Set(await race(t, MANY_ROUNDS));
  results.delete("done");
  assert.deepEqual([...results], ["overlap"]);
});

/** A beat that is stopped in its usage call, past the time after which its lock counts as left behind. */
async function stoppedHolder(t: TestContext) {
  const dir = await temporaryFolder(t);
  const roots = await temporaryFolder(t);
  const credentialsPath = join(roots, "credentials.json");
  await writeFile(credentialsPath, JSON.stringify({ agentAiOauth: { accessToken: "planted" } }));
  await writeTranscript(
    join(roots, "a.jsonl"),
    [line({ at: new Date().toISOString() })],
    new Date().toISOString(),
  );
  await putState(dir, stateWith({ days: DAYS, lastBeat }));
  const config = { stateDir: dir, transcriptRoots: [roots], credentialsPath };
  const child = await beater(t, "hold");
  child.send(config);
  assert.equal(await told(child), "asked");
  child.kill("SIGSTOP");
  await age(dir);
  const goOn = async (): Promise<string> => {
    child.kill("SIGCONT");
    child.send("answer");
    return told(child);
  };
  const other = () => runBeat({ config, env: { AGENT_USAGE_LIMITS: "off" } });
  return { dir, goOn, other };
}

test("a beat that slept past its lock's time, and lost it to another that is done, writes nothing", async (t) => {
  const { dir, goOn, other } = await stoppedHolder(t);
  assert.equal((await other()).status, "done");
  const [names, text] = [await namesIn(dir), await readFile(stateNames(dir).state, "utf8")];
  assert.equal(await goOn(), "overlap");
  assert.equal(await readFile(stateNames(dir).state, "utf8"), text);
  assert.deepEqual(await namesIn(dir), names);
});

test("a beat that slept past its lock's time, and lost it to one at work, leaves that one's lock alone", async (t) => {
  const { dir, goOn } = await stoppedHolder(t);
  const other = await beater(t, "hold");
  const config = { stateDir: dir, transcriptRoots: [join(dir, "none")] };
  const credentialsPath = join(await temporaryFolder(t), "credentials.json");
  await writeFile(credentialsPath, JSON.stringify({ agentAiOauth: { accessToken: "planted" } }));
  other.send({ ...config, credentialsPath });
  assert.equal(await told(other), "asked");
  const text = await readFile(stateNames(dir).state, "utf8");
  assert.equal(await goOn(), "overlap");
  assert.equal(await readFile(stateNames(dir).state, "utf8"), text);
  assert.ok((await namesIn(dir)).includes("beat.lock"));
  other.send("answer");
  assert.equal(await told(other), "done");
  assert.equal((await stateIn(stateNames(dir).state)).seq, 8);
});
