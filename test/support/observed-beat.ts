import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type BeatResult, runBeat } from "../../src/beat/index.ts";
import { type Collector, snapshotIn } from "./collector.ts";
import { temporaryFolder } from "./folder.ts";
import { ACCESS_TOKEN, credentialsText, type Home, makeHome, PUSH_TOKEN } from "./home.ts";
import { assertNoLeaks } from "./no-leaks.ts";
import { type Ended, startProgram } from "./program.ts";
import { requestLine, writeFiles } from "./transcript.ts";

/** How much more memory a beat may use than a normal one, in bytes. */
export const MEMORY_MARGIN = 60 * 1024 * 1024;

/** A home whose agent was used. */
export interface UsedHome extends Home {
  /** How many requests its agent has made. */
  readonly used: () => number;
  /** Lets the agent make one more request. */
  use(): void;
}

/** Makes a home with credentials, a push token and one request in a transcript. */
export async function usedHome(t: TestContext): Promise<UsedHome> {
  const home = await makeHome(t, { credentials: credentialsText(), pushToken: PUSH_TOKEN });
  const lines: string[] = [];
  const use = () => {
    lines.push(requestLine({ at: new Date().toISOString() }));
    writeFiles(home.transcripts, { "a.jsonl": lines }, Date.now());
  };
  use();
  return { ...home, used: () => lines.length, use };
}

export interface LogLine {
  readonly level: string;
  readonly condition?: string;
  readonly why?: string;
  readonly msg: string;
}

export interface ObservedBeat extends Ended {
  readonly home: string;
  readonly result: BeatResult & { readonly status: "done" };
  readonly log: readonly LogLine[];
  /** Peak memory in bytes. */
  readonly peak: number;
}

export interface ObserveOptions {
  /** When this resolves, the time limit of the current call expires. */
  readonly expires?: Promise<void>;
  /** How long the beat may run, in milliseconds. */
  readonly timeoutMs?: number;
}

/** Runs `beat --json` of a built program to its end; returns its output, result, log and peak memory. */
export async function observedBeat(
  t: TestContext,
  file: string,
  env: Readonly<Record<string, string>>,
  { expires, timeoutMs = 30_000 }: ObserveOptions = {},
): Promise<ObservedBeat> {
  const peakFile = join(await temporaryFolder(t), "peak");
  const execArgv = ["--import", new URL("observed.mjs", import.meta.url).href];
  const program = await startProgram(t, file, ["beat", "--json"], {
    env: { ...env, PEAK_FILE: peakFile },
    execArgv,
    timeoutMs,
  });
  void expires?.then(() => program.child.kill("SIGUSR2"));
  const ended = await program.ended;
  const texts = ended.stderr.split("\n").filter((text) => text !== "");
  if (ended.stdout === "") throw new Error(`a beat without a result (${ended.code}): ${ended.stderr}`);
  return {
    ...ended,
    home: program.home,
    result: JSON.parse(ended.stdout),
    log: texts.map((text) => JSON.parse(text) as LogLine),
    peak: Number(await readFile(peakFile, "utf8")),
  };
}

/** Writes a file with the certificates of several servers, for NODE_EXTRA_CA_CERTS. */
export async function caBundle(t: TestContext, ...caFiles: readonly string[]): Promise<string> {
  const file = join(await temporaryFolder(t), "all.pem");
  const certificates = await Promise.all(caFiles.map((path) => readFile(path, "utf8")));
  await writeFile(file, certificates.join("\n"));
  return file;
}

/** Fails unless the beat logged this condition in one line, and nothing else above info. */
export function assertOneWarning(
  { log, stderr }: ObservedBeat,
  condition: string,
  why: string,
  words: RegExp,
): void {
  const warnings = log.filter((line) => line.condition !== undefined || line.level !== "info");
  assert.equal(warnings.length, 1, stderr);
  const [warning] = warnings;
  assert.deepEqual([warning?.condition, warning?.why], [condition, why]);
  assert.match(warning?.msg ?? "", words);
}

/** Fails if the beat printed or logged a stack trace, a path, a token or one of the other texts. */
export function assertNothingLeaked(
  beat: ObservedBeat,
  { dir }: UsedHome,
  ...others: readonly string[]
): void {
  assertNoLeaks(beat, dir, PUSH_TOKEN, ACCESS_TOKEN, ...others);
}

/** Fails unless the next beat pushes all usage to a working collector, including usage since the last beat. */
export async function assertNextBeatPushesAll(good: Collector, home: UsedHome): Promise<void> {
  home.use();
  const { origin: baseUrl, fetch, requests } = good;
  const config = { ...home.config, baseUrl };
  const result = await runBeat({ config, env: { AGENT_USAGE_LIMITS: "off", HOME: home.dir }, fetch });
  assert.deepEqual(result.status === "done" && result.push, { status: "delivered", httpStatus: 204 });
  const request = requests.at(-1);
  assert.equal(request?.headers.authorization, `Bearer ${PUSH_TOKEN}`);
  const models = snapshotIn(request).usage.days.flatMap((day) => day.models);
  assert.equal(
    models.reduce((sum, { requests }) => sum + requests, 0),
    home.used(),
  );
}
