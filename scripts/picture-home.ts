// A home folder for the documentation's pictures: transcripts of two weeks, and a record made from them by the built
// library, with a made-up vendor.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { compact } from "../bench/corpus/json.ts";
import { TYPICAL } from "../bench/corpus/options.ts";
import { Random } from "../bench/corpus/random.ts";
import { type Request, usageLine } from "../bench/corpus/usage-line.ts";
import type * as library from "../src/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 14;
const OPUS = "claude-opus-4-6";
const MODELS = [OPUS, OPUS, OPUS, "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"];
const PROJECTS = ["shop-api", "shop-web", "infra", "docs", "billing", "mobile", "sandbox", "notes"];
/** The folder that the corpus gives every line. */
const FOLDER = "/home/dev/project";
/** What the made-up plan allows in five hours, and in a week. */
const SESSION_TOKENS = 20_500_000;
const WEEK_TOKENS = 145_000_000;
const OPUS_TOKENS = 150_000_000;
/** When a session and a week of the plan began. */
const SESSION_START = Date.parse("2026-11-20T13:56:00.000Z");
const WEEK_START = Date.parse("2026-11-17T16:15:00.000Z");

/** Fills a home folder as it would be at `now` (epoch milliseconds), which has to be within a Toronto workday. */
export async function writeHome(home: string, now: number): Promise<void> {
  const project = join(home, ".agent/projects/project");
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(home, ".agent/.credentials.json"),
    JSON.stringify({ agentAiOauth: { accessToken: "made-up" } }),
    { mode: 0o600 },
  );
  const requests = writeTranscripts(project, now);
  const { runBeat, createScanner } = (await import(resolve("dist/index.js"))) as typeof library;
  const stateDir = join(home, ".local/state/agent-usage");
  const scanner = createScanner({ roots: [join(home, ".agent/projects")] });
  for (let at = now - DAYS * DAY_MS; at <= now; at += HOUR_MS) {
    const fetch = async () => new Response(JSON.stringify(limitsAt(at, requests)));
    const { status } = await runBeat({ config: { stateDir }, env: { HOME: home }, fetch, now: at, scanner });
    if (status !== "done") throw new Error(`a refresh for the pictures was ${status}`);
  }
}

/** Writes a transcript a day for some of the projects, and returns the requests in them. */
function writeTranscripts(folder: string, now: number): Request[] {
  const random = new Random(7);
  const all: Request[] = [];
  for (let start = now - DAYS * DAY_MS; start <= now; start += DAY_MS) {
    const requests = dayOfRequests(start, now, random);
    // The first projects get the most.
    const owners = requests.map(() => PROJECTS[Math.min(...[1, 2].map(() => random.between(0, 7)))] ?? "");
    for (const project of new Set(owners)) {
      const own = requests.filter((_, index) => owners[index] === project);
      writeTranscript(folder, project, own, random);
    }
    all.push(...requests);
  }
  return all;
}

function writeTranscript(
  folder: string,
  project: string,
  requests: readonly Request[],
  random: Random,
): void {
  const session = { id: random.uuid(), version: "2.1.90", sidechain: false };
  const lines = requests.map((request) => compact(usageLine(request, session, "", TYPICAL, random).fields));
  const path = join(folder, `${session.id}.jsonl`);
  writeFileSync(path, lines.map((line) => `${line.replace(FOLDER, `/home/dev/${project}`)}\n`).join(""));
  const written = new Date(requests.at(-1)?.at ?? 0);
  utimesSync(path, written, written);
}

/** A day's requests, over the eight hours around `middle`: many on a workday, few on a weekend. */
function dayOfRequests(middle: number, now: number, random: Random): Request[] {
  const isWeekend = [0, 6].includes(new Date(middle).getUTCDay());
  const count = isWeekend ? random.between(10, 60) : random.between(140, 340);
  const times = Array.from({ length: count }, () => middle + random.between(-3 * HOUR_MS, 5 * HOUR_MS));
  return times
    .filter((at) => at <= now)
    .sort((a, b) => a - b)
    .map((at) => ({
      messageId: random.id("msg_01"),
      requestId: random.id("req_011"),
      model: random.pick(MODELS),
      at,
      isFast: false,
      advisorCalls: [],
      input: random.between(0, 600),
      output: random.between(40, 2400),
      creation: random.between(0, 14_000),
      for1h: 0,
      read: random.between(10_000, 190_000),
    }));
}

/** What the vendor would answer. */
function limitsAt(now: number, requests: readonly Request[]): object {
  const session = windowAt(now, SESSION_START, 5 * HOUR_MS);
  const week = windowAt(now, WEEK_START, 7 * DAY_MS);
  const used = (since: number, most: number, model = "") => {
    const counted = requests.filter((one) => one.at >= since && one.at <= now && one.model.startsWith(model));
    const tokens = counted.reduce((sum, one) => sum + one.input + one.output + one.creation + one.read, 0);
    return Math.min(100, Math.round((100 * tokens) / most));
  };
  const limit = (kind: string, group: string, percent: number, resetsAt: number, model?: string) => ({
    kind,
    group,
    percent,
    severity: percent >= 75 ? "warning" : "normal",
    resets_at: new Date(resetsAt).toISOString(),
    scope: model === undefined ? null : { model: { display_name: model } },
  });
  return {
    limits: [
      limit("session", "session", used(session.start, SESSION_TOKENS), session.end),
      limit("weekly_all", "weekly", used(week.start, WEEK_TOKENS), week.end),
      limit("weekly_scoped", "weekly", used(week.start, OPUS_TOKENS, OPUS), week.end, "Opus"),
    ],
  };
}

/** The window that an instant is in, of windows of one length that follow each other. */
function windowAt(now: number, anyStart: number, length: number): { start: number; end: number } {
  const start = anyStart + Math.floor((now - anyStart) / length) * length;
  return { start, end: start + length };
}
