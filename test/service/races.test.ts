// Several processes share a state folder: one beats at a time, and no frozen day is ever lost.
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
import { requestLine, writeTranscript } from "../support/transcript.ts";

const PROGRAM = fileURLToPath(new URL("../support/service/beat-program.ts", import.meta.url));
const RACERS = 8;
const ROUNDS = 12;
const MANY_ROUNDS = 80;

/** Starts a process that runs a beat for each message. */
async function beater(t: TestContext, ...args: string[]): Promise<ChildProcess> {
  const child = fork(PROGRAM, args, { execArgv: ["--import", import.meta.resolve("tsx")] });
  t.after(() => child.kill("SIGKILL"));
  await once(child, "message");
  return child;
}

const answerOf = async (child: ChildProcess): Promise<string> =>
  ((await once(child, "message")) as [string])[0];

const today = torontoDay(Date.now());
const lastBeat = {
  at: new Date().toISOString(),
  limitsStatus: "disabled",
  limitsDetail: null,
  readErrors: 0,
} as const;
/** Days whose only copy is this record, and one that the next beat freezes. */
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

/** Makes the lock look as if it had not been refreshed for a minute. */
async function age(dir: string): Promise<void> {
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(stateNames(dir).lock, minuteAgo, minuteAgo);
}

/** Runs races, each in a new folder. Returns the results of all beats. */
async function race(t: TestContext, times: number): Promise<string[]> {
  const children = await Promise.all(Array.from({ length: RACERS }, () => beater(t)));
  const transcripts = await temporaryFolder(t);
  const day = addDays(today, -2);
  writeTranscript(
    join(transcripts, "a.jsonl"),
    [requestLine({ at: `${day}T17:00:00Z` })],
    new Date().toISOString(),
  );
  const rounds: string[][] = [];
  for (let round = 0; round < times; round++) {
    const stateDir = await folderWithStaleLock(t);
    for (const child of children) child.send({ stateDir, transcriptRoots: [transcripts] });
    const results = await Promise.all(children.map(answerOf));
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

test(`${RACERS} processes race for one stale lock: no frozen day is lost, and each save counts once`, async (t) => {
  assert.equal((await race(t, ROUNDS)).length, RACERS * ROUNDS);
});

test("a process that loses such a race reports the other one, not a disk that cannot be written", async (t) => {
  const results = new Set(await race(t, MANY_ROUNDS));
  results.delete("done");
  assert.deepEqual([...results], ["overlap"]);
});

/** A beat that was suspended in its usage call until its lock went stale. */
async function suspendedHolder(t: TestContext) {
  const dir = await temporaryFolder(t);
  const roots = await temporaryFolder(t);
  const credentialsPath = join(roots, "credentials.json");
  await writeFile(credentialsPath, JSON.stringify({ agentAiOauth: { accessToken: "planted" } }));
  writeTranscript(
    join(roots, "a.jsonl"),
    [requestLine({ at: new Date().toISOString() })],
    new Date().toISOString(),
  );
  await putState(dir, stateWith({ days: DAYS, lastBeat }));
  const config = { stateDir: dir, transcriptRoots: [roots], credentialsPath };
  const child = await beater(t, "hold");
  child.send(config);
  assert.equal(await answerOf(child), "asked");
  child.kill("SIGSTOP");
  await age(dir);
  const resume = async (): Promise<string> => {
    child.kill("SIGCONT");
    child.send("answer");
    return answerOf(child);
  };
  const other = () => runBeat({ config, env: { AGENT_USAGE_LIMITS: "off" } });
  return { dir, resume, other };
}

test("a beat that was suspended, and lost its stale lock to a beat that is done, writes nothing", async (t) => {
  const { dir, resume, other } = await suspendedHolder(t);
  assert.equal((await other()).status, "done");
  const [names, text] = [await namesIn(dir), await readFile(stateNames(dir).state, "utf8")];
  assert.equal(await resume(), "overlap");
  assert.equal(await readFile(stateNames(dir).state, "utf8"), text);
  assert.deepEqual(await namesIn(dir), names);
});

test("a beat that was suspended, and lost its stale lock to a running beat, leaves that beat's lock alone", async (t) => {
  const { dir, resume } = await suspendedHolder(t);
  const other = await beater(t, "hold");
  const config = { stateDir: dir, transcriptRoots: [join(dir, "none")] };
  const credentialsPath = join(await temporaryFolder(t), "credentials.json");
  await writeFile(credentialsPath, JSON.stringify({ agentAiOauth: { accessToken: "planted" } }));
  other.send({ ...config, credentialsPath });
  assert.equal(await answerOf(other), "asked");
  const text = await readFile(stateNames(dir).state, "utf8");
  assert.equal(await resume(), "overlap");
  assert.equal(await readFile(stateNames(dir).state, "utf8"), text);
  assert.ok((await namesIn(dir)).includes("beat.lock"));
  other.send("answer");
  assert.equal(await answerOf(other), "done");
  assert.equal((await stateIn(stateNames(dir).state)).seq, 8);
});
