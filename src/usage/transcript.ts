import { Candidates } from "./candidates.ts";
import { readLine, type UsageLine } from "./line.ts";
import type { LineSink } from "./lines.ts";

const HOUR_MS = 3_600_000;

/** The newest version seen, and when. */
export interface SeenVersion {
  readonly at: number;
  readonly version: string;
}

/** What one transcript holds, free of any day: which lines count is settled when the days are known. */
export class Transcript implements LineSink {
  /** The best line of each request in this file, in the order in which the requests first appear. */
  readonly requests: UsageLine[] = [];
  /** The newest version of each hour: days begin at whole hours, so any range of days can be asked for. */
  readonly versions = new Map<number, SeenVersion>();
  skippedLines = 0;

  readonly #places = new Map<string, number>();
  readonly #candidates = new Candidates();

  refilled(): void {
    this.#candidates.renew();
  }

  overlong(): void {
    this.skippedLines++;
  }

  line(bytes: Buffer, start: number, end: number, whole: boolean): void {
    if (!this.#candidates.couldCount(bytes, start, end)) return;
    const line = readLine(bytes.toString("utf8", start, end));
    if (line === "irrelevant") return;
    if (line === "broken") {
      if (whole && this.#candidates.holdsWords(bytes, start, end)) this.skippedLines++;
      return;
    }
    this.#takeVersion(line);
    this.#takeRequest(line);
  }

  #takeRequest(line: UsageLine): void {
    const place = line.key === "" ? undefined : this.#places.get(line.key);
    const best = place === undefined ? undefined : this.requests[place];
    if (place === undefined || best === undefined) {
      if (line.key !== "") this.#places.set(line.key, this.requests.length);
      this.requests.push(line);
    } else if (line.outputTokens > best.outputTokens) {
      this.requests[place] = line;
    }
  }

  #takeVersion({ at, version }: UsageLine): void {
    if (version === undefined) return;
    const hour = Math.floor(at / HOUR_MS);
    const newest = this.versions.get(hour);
    if (newest === undefined || at > newest.at) this.versions.set(hour, { at, version });
  }
}
