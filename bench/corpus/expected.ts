import { dayBefore, dayOf, midnightOf } from "./toronto.ts";

/** How many models a day, and the advisor calls of a line, are counted under. */
const MAX_MODELS = 256;
const OTHER = "other";

/** What a request used: a line's own, or an advisor call in it. */
export interface ExpectedCall {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly creation: number;
  readonly read: number;
  readonly for1h: number;
}

/** What the generator wrote in a line that counts, never read back from a file. */
export interface ExpectedLine extends ExpectedCall {
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly at: number;
  readonly version: string | undefined;
  readonly advisorCalls: readonly ExpectedCall[];
}

/** A line that counts, one that does not, or one that must be counted as skipped. */
export type Meaning = ExpectedLine | "ignored" | "skipped";

export interface ExpectedCounts {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
  cacheCreation1hTokens?: number;
}

export interface ExpectedResult {
  readonly days: Record<string, { models: Record<string, ExpectedCounts> }>;
  readonly agentVersion: string | null;
  readonly skippedLines: number;
}

/** Computes what a scan must find. Takes the files in the order of their paths. */
export class ExpectedUsage {
  /** The oldest day of the scan. */
  readonly since: string;
  readonly #start: number;
  readonly #end: number;
  readonly #oldestMtime: number;
  readonly #best = new Map<string, ExpectedLine>();
  #keyless = 0;
  #newest: { at: number; version: string } | undefined;
  #skipped = 0;

  constructor(now: number, daysBack: number) {
    const today = dayOf(now);
    this.since = dayBefore(today, daysBack);
    this.#start = midnightOf(this.since);
    this.#end = midnightOf(dayBefore(today, -1));
    this.#oldestMtime = midnightOf(dayBefore(this.since, 1));
  }

  /** Adds a file. Returns whether it is recent enough for the scan to read it. */
  addFile(mtime: number, lines: readonly Meaning[]): boolean {
    if (mtime < this.#oldestMtime) return false;
    for (const line of lines) {
      if (line === "skipped") this.#skipped++;
      else if (line !== "ignored") this.#add(line);
    }
    return true;
  }

  #add(line: ExpectedLine): void {
    const key =
      line.messageId === undefined
        ? `keyless ${this.#keyless++}`
        : JSON.stringify([line.messageId, line.requestId ?? null]);
    const rival = this.#best.get(key);
    if (rival === undefined || line.output > rival.output) this.#best.set(key, line);

    if (line.version === undefined || !this.#covers(line.at)) return;
    if (this.#newest === undefined || line.at > this.#newest.at) {
      this.#newest = { at: line.at, version: line.version };
    }
  }

  get result(): ExpectedResult {
    const sums: Record<string, Map<string, ExpectedCounts>> = {};
    for (const line of this.#best.values()) {
      if (!this.#covers(line.at)) continue;
      const day = sums[dayOf(line.at)] ?? new Map<string, ExpectedCounts>();
      sums[dayOf(line.at)] = day;
      addCall(day, line.model, line);
      const models = new Set<string>();
      for (const call of line.advisorCalls) {
        const isNamed = models.has(call.model) || models.size < MAX_MODELS;
        if (isNamed) models.add(call.model);
        addCall(day, isNamed ? call.model : OTHER, call);
      }
    }
    const days = Object.fromEntries(
      Object.entries(sums).map(([day, models]) => [day, { models: Object.fromEntries(topOf(models)) }]),
    );
    return { days, agentVersion: this.#newest?.version ?? null, skippedLines: this.#skipped };
  }

  #covers(at: number): boolean {
    return at >= this.#start && at < this.#end;
  }
}

function addCall(day: Map<string, ExpectedCounts>, model: string, call: ExpectedCall): void {
  const { input, output, creation, read, for1h } = call;
  add(day, model, {
    requests: 1,
    inputTokens: input,
    outputTokens: output,
    cacheCreationTokens: creation,
    cacheReadTokens: read,
    cacheCreation1hTokens: for1h,
  });
}

function add(day: Map<string, ExpectedCounts>, model: string, counts: ExpectedCounts): void {
  const before = day.get(model);
  const for1h = capped(before?.cacheCreation1hTokens, counts.cacheCreation1hTokens ?? 0);
  day.set(model, {
    requests: capped(before?.requests, counts.requests),
    inputTokens: capped(before?.inputTokens, counts.inputTokens),
    outputTokens: capped(before?.outputTokens, counts.outputTokens),
    cacheCreationTokens: capped(before?.cacheCreationTokens, counts.cacheCreationTokens),
    cacheReadTokens: capped(before?.cacheReadTokens, counts.cacheReadTokens),
    ...(for1h > 0 && { cacheCreation1hTokens: for1h }),
  });
}

/** The models of a day as they are recorded: those with the most tokens, and the rest as one. */
function topOf(models: Map<string, ExpectedCounts>): Map<string, ExpectedCounts> {
  const named = [...models].filter(([model]) => model !== OTHER);
  if (named.length <= MAX_MODELS) return models;
  const ranked = named.sort(
    ([a, some], [b, others]) => tokensOf(others) - tokensOf(some) || (a < b ? -1 : 1),
  );
  const top = new Map(ranked.slice(0, MAX_MODELS));
  const rest = [...models].filter(([model]) => !top.has(model));
  for (const [, counts] of rest) add(top, OTHER, counts);
  return top;
}

function tokensOf(counts: ExpectedCounts): number {
  return counts.inputTokens + counts.outputTokens + counts.cacheCreationTokens + counts.cacheReadTokens;
}

function capped(sum = 0, more: number): number {
  return sum > Number.MAX_SAFE_INTEGER - more ? Number.MAX_SAFE_INTEGER : sum + more;
}
