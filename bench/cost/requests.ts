import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addCounts, type Counts, NO_COUNTS } from "../../src/contract/index.ts";
import { FAST, FAST_TIMES } from "../../src/prices/fast.ts";
import { PRICES } from "../../src/prices/table.ts";
import { Random } from "../corpus/random.ts";

type Counted = Counts & { readonly cacheCreation1hTokens: number };

/** The requests to one model on one day. */
export interface Group {
  readonly scenario: string;
  readonly day: string;
  readonly model: string;
  readonly isFast: boolean;
  readonly requests: readonly Counted[];
}

interface Scenario {
  readonly name: string;
  readonly day: string;
  readonly models: readonly string[];
  readonly isFast?: boolean;
  /** The most input tokens of a request, and the share of its cache writes that is for 1 hour. */
  readonly most: number;
  readonly for1h: number;
}

const ALL = Object.keys(PRICES);
const REQUESTS = 40;
const SESSION = "0b5a6bd0-52f5-4e3f-8f5b-000000000001";

/** Each has its own day, so that costs by day and model keep them apart. */
const SCENARIOS: readonly Scenario[] = [
  { name: "cache writes for 5 minutes", day: "2026-11-10", models: ALL, most: 60_000, for1h: 0 },
  { name: "cache writes for 1 hour", day: "2026-11-11", models: ALL, most: 60_000, for1h: 1 },
  { name: "both", day: "2026-11-12", models: ALL, most: 60_000, for1h: 0.37 },
  { name: "requests over 200k", day: "2026-11-13", models: ALL, most: 700_000, for1h: 0.37 },
  {
    name: "fast mode",
    day: "2026-11-14",
    models: Object.keys(FAST_TIMES),
    isFast: true,
    most: 60_000,
    for1h: 0.37,
  },
  {
    name: "names",
    day: "2026-11-15",
    models: [
      "claude-opus-4-5-20251101",
      "claude-sonnet-4-20250514",
      "claude-3-5-haiku-20241022",
      "claude-haiku-4-5@20251001",
      "claude-opus-4-6[1m]",
      "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
      "global.anthropic.claude-opus-5-5-v1:0",
      "claude-sonnet-5-5",
      "claude-haiku-5-5",
      "claude-opus-9",
      "gpt-5",
    ],
    most: 60_000,
    for1h: 0.37,
  },
];

export function groupsOf(seed: number): Group[] {
  const random = new Random(seed);
  return SCENARIOS.flatMap((scenario) =>
    scenario.models.map((model) => ({
      scenario: scenario.name,
      day: scenario.day,
      model,
      isFast: scenario.isFast ?? false,
      requests: Array.from({ length: REQUESTS }, () => requestOf(scenario, random)),
    })),
  );
}

function requestOf({ most, for1h }: Scenario, random: Random): Counted {
  const cacheCreationTokens = random.between(0, most);
  return {
    requests: 1,
    inputTokens: random.between(0, most),
    outputTokens: random.between(0, Math.floor(most / 2)),
    cacheReadTokens: random.between(0, most),
    cacheCreationTokens,
    cacheCreation1hTokens: Math.floor(cacheCreationTokens * for1h),
  };
}

/** The name under which the requests of a group are counted. */
export function nameOf({ model, isFast }: Group): string {
  return isFast ? model + FAST : model;
}

/** What the requests of a group used together. */
export function sumOf({ requests }: Group): Counted {
  return requests.reduce(
    (sum, counts) => ({
      ...addCounts(sum, counts),
      cacheCreation1hTokens: sum.cacheCreation1hTokens + counts.cacheCreation1hTokens,
    }),
    { ...NO_COUNTS, cacheCreation1hTokens: 0 },
  );
}

/** Writes all requests as one transcript below a home folder. */
export function writeTranscript(home: string, groups: readonly Group[]): void {
  const folder = join(home, ".claude/projects/cost");
  mkdirSync(folder, { recursive: true });
  const lines = groups.flatMap((group, number) =>
    group.requests.map((counts, index) => JSON.stringify(lineOf(group, counts, `${number}_${index}`))),
  );
  writeFileSync(join(folder, `${SESSION}.jsonl`), `${lines.join("\n")}\n`);
}

function lineOf({ day, model, isFast }: Group, counts: Counted, id: string): object {
  return {
    type: "assistant",
    sessionId: SESSION,
    version: "2.1.250",
    cwd: "/home/dev/cost",
    timestamp: `${day}T17:00:00.000Z`,
    requestId: `req_${id}`,
    message: {
      id: `msg_${id}`,
      model,
      role: "assistant",
      usage: {
        input_tokens: counts.inputTokens,
        output_tokens: counts.outputTokens,
        cache_read_input_tokens: counts.cacheReadTokens,
        cache_creation_input_tokens: counts.cacheCreationTokens,
        cache_creation: {
          ephemeral_5m_input_tokens: counts.cacheCreationTokens - counts.cacheCreation1hTokens,
          ephemeral_1h_input_tokens: counts.cacheCreation1hTokens,
        },
        speed: isFast ? "fast" : "standard",
      },
    },
  };
}
