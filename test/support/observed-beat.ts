import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type BeatResult, runBeat } from "../../src/beat/index.ts";
import type { Config } from "../../src/settings/schema.ts";
import { type Collector, snapshotIn } from "./collector.ts";
import { temporaryFolder } from "./folder.ts";
import { assertNoLeaks } from "./no-leaks.ts";
import { type Ended, startProgram } from "./program.ts";
import { requestLine, writeTranscript } from "./transcript.ts";

export const PUSH_TOKEN = "the-collectors-own-token";
export const VENDOR_TOKEN = "the-vendors-own-token";

/** How much more memory than a normal beat another one may use, in bytes. */
export const MEMORY_MARGIN = 60 * 1024 * 1024;

/** One machine whose agent was used. */
export interface Machine {
  readonly folder: string;
  /** Its settings as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The same settings, for a beat in this process. */
  readonly config: Config;
  /** How many requests its agent has made. */
  readonly used: () => number;
  /** Lets the agent make one more request. */
  use(): Promise<void>;
}

export async function makeMachine(t: TestContext): Promise<Machine> {
  const folder = await temporaryFolder(t);
  const transcripts = join(folder, "transcripts");
  await mkdir(transcripts);
  const tokenFile = join(folder, "push-token");
  await writeFile(tokenFile, PUSH_TOKEN);
  const credentials = join(folder, "credentials.json");
  await writeFile(credentials, JSON.stringify({ agentAiOauth: { accessToken: VENDOR_TOKEN } }));
  const lines: string[] = [];
  const use = async () => {
    const at = new Date().toISOString();
    lines.push(requestLine({ at }));
    writeTranscript(join(transcripts, "a.jsonl"), lines, at);
  };
  await use();
  const env = {
    AGENT_USAGE_STATE_DIR: join(folder, "state"),
    AGENT_USAGE_TRANSCRIPTS: transcripts,
    AGENT_USAGE_PUSH_TOKEN_FILE: tokenFile,
    AGENT_USAGE_CREDENTIALS: credentials,
  };
  const config = {
    stateDir: env.AGENT_USAGE_STATE_DIR,
    transcriptRoots: [transcripts],
    pushTokenFile: tokenFile,
    credentialsPath: credentials,
  };
  return { folder, env, config, used: () => lines.length, use };
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
  { folder }: Machine,
  ...others: readonly string[]
): void {
  assertNoLeaks(beat, folder, PUSH_TOKEN, VENDOR_TOKEN, ...others);
}

/** Fails unless the next beat pushes all usage to a working collector, including usage since the last beat. */
export async function assertNextBeatPushesAll(good: Collector, machine: Machine): Promise<void> {
  await machine.use();
  const { origin: baseUrl, fetch, requests } = good;
  const config = { ...machine.config, baseUrl };
  const result = await runBeat({ config, env: { AGENT_USAGE_LIMITS: "off", HOME: machine.folder }, fetch });
  assert.deepEqual(result.status === "done" && result.push, { status: "delivered", httpStatus: 204 });
  const request = requests.at(-1);
  assert.equal(request?.headers.authorization, `Bearer ${PUSH_TOKEN}`);
  const models = snapshotIn(request).usage.days.flatMap((day) => day.models);
  assert.equal(
    models.reduce((sum, { requests }) => sum + requests, 0),
    machine.used(),
  );
}
