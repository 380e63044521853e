import { dayBefore, dayOf, midnightOf } from "./toronto.ts";

/** What the generator wrote in a line that counts, never read back from a file. */
export interface ExpectedLine {
  readonly messageId: string | undefined;
  readonly requestId: string | undefined;
  readonly at: number;
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly creation: number;
  readonly read: number;
  readonly version: string | undefined;
}

/** A line that counts, one that does not, or one that must be counted as skipped. */
export type Meaning = ExpectedLine | "ignored" | "skipped";

export interface ExpectedCounts {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
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
    const days: ExpectedResult["days"] = {};
    for (const line of this.#best.values()) {
      if (!this.#covers(line.at)) continue;
      const name = dayOf(line.at);
      const day = days[name] ?? { models: {} };
      days[name] = day;
      const counts = Object.hasOwn(day.models, line.model) ? day.models[line.model] : undefined;
      day.models[line.model] = {
        requests: (counts?.requests ?? 0) + 1,
        inputTokens: capped(counts?.inputTokens, line.input),
        outputTokens: capped(counts?.outputTokens, line.output),
        cacheCreationTokens: capped(counts?.cacheCreationTokens, line.creation),
        cacheReadTokens: capped(counts?.cacheReadTokens, line.read),
      };
    }
    return { days, agentVersion: this.#newest?.version ?? null, skippedLines: this.#skipped };
  }

  #covers(at: number): boolean {
    return at >= this.#start && at < this.#end;
  }
}

function capped(sum = 0, more: number): number {
  return sum > Number.MAX_SAFE_INTEGER - more ? Number.MAX_SAFE_INTEGER : sum + more;
}
