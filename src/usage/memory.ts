import type { DayRange } from "../base/calendar.ts";
import type { Pacer } from "../base/pacer.ts";
import { NO_RANK, Requests } from "./requests.ts";
import { Sums } from "./sums.ts";
import { Knowledge, Transcript } from "./transcript.ts";
import type { ScanResult } from "./types.ts";
import type { SeenVersion } from "./versions.ts";
import type { FoundFile } from "./walk.ts";

/** A file that changed this shortly before it was read may change again without a new time, in milliseconds. */
const RACY_MS = 2000;
/** So many rows that nothing needs are put up with. */
const FEW_ROWS = 8192;
/** Of so many bytes of transcripts at least one row comes, as a rule; and room for so many is made at most. */
const BYTES_A_ROW = 8192;
const MOST_EXPECTED = 2 ** 20;

/** A transcript as it was when it was read. */
export interface Reading {
  readonly found: FoundFile;
  /** Whether a later change is sure to show in the file's times. */
  readonly settled: boolean;
  readonly transcript: Transcript;
  /** Whether it was read to its end. */
  whole: boolean;
}

/** What a scanner keeps from one scan to the next. A scan that ends early leaves it as it was. */
export class Memory {
  readonly #clock: () => number;
  readonly #knowledge = new Knowledge();
  #readings = new Map<string, Reading>();
  #nextNumber = 0;
  /** By number: the place of each transcript in the last scan. */
  #ranks: Int32Array = new Int32Array();
  #sums: Sums | undefined;
  #agentVersion: string | null = null;
  /** Whether many rows are of transcripts that are gone. */
  #isUntidy = false;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Makes room at once for what many files may hold, where nothing is known yet: growing would leave much behind. */
  expect(found: readonly FoundFile[]): void {
    if (this.#nextNumber > 0) return;
    const bytes = found.reduce((sum, { size }) => sum + size, 0);
    this.#knowledge.requests = new Requests(Math.min(Math.ceil(bytes / BYTES_A_ROW), MOST_EXPECTED));
    this.#sums = undefined;
  }

  /** What is known of a file, where it did not change since. */
  recall(found: FoundFile): Reading | undefined {
    const known = this.#readings.get(found.path);
    return known?.settled && isSame(known.found, found) ? known : undefined;
  }

  /** A file that is about to be read. */
  begin(found: FoundFile): Reading {
    const settled = found.ctimeMs < this.#clock() - RACY_MS;
    const transcript = new Transcript(this.#nextNumber++, this.#knowledge);
    return { found, settled, transcript, whole: false };
  }

  /** Ends a scan: adds up all its readings, which stand in the order of their paths, and keeps the whole ones. */
  async sumUp(
    readings: readonly Reading[],
    range: DayRange,
    pacer: Pacer,
  ): Promise<Pick<ScanResult, "days" | "agentVersion" | "skippedLines">> {
    const ranks = new Int32Array(this.#nextNumber).fill(NO_RANK);
    for (const [rank, { transcript }] of readings.entries()) ranks[transcript.number] = rank;
    const isTouched = Uint8Array.from(ranks, (rank, number) =>
      Number((rank === NO_RANK) !== ((this.#ranks[number] ?? NO_RANK) === NO_RANK)),
    );
    const last = this.#sums?.isOf(range) && !this.#sums.isCut ? this.#sums : undefined;
    let sums = last;
    if (sums === undefined || isTouched.includes(1)) {
      sums = await this.#update(last, ranks, isTouched, range, pacer);
      this.#agentVersion = this.#newestVersion(readings, range);
      this.#keep(readings);
      if (this.#isUntidy) this.#tidy(readings);
    }
    return {
      days: sums.named(this.#knowledge.models.texts),
      agentVersion: this.#agentVersion,
      skippedLines: readings.reduce((sum, { transcript }) => sum + transcript.skippedLines, 0),
    };
  }

  /** Brings the last sums up to date where nothing was cut from them, else makes them anew. */
  async #update(
    last: Sums | undefined,
    ranks: Int32Array,
    isTouched: Uint8Array,
    range: DayRange,
    pacer: Pacer,
  ): Promise<Sums> {
    const { requests } = this.#knowledge;
    let sums = last;
    // Half brought up to date they are of no use, should the scan be ended.
    this.#sums = undefined;
    let withoutRank = (await sums?.update(ranks, isTouched, pacer)) ?? 0;
    if (sums === undefined || sums.isCut) {
      sums = new Sums(requests, range);
      const isRanked = Uint8Array.from(ranks, (rank) => Number(rank !== NO_RANK));
      withoutRank = await sums.update(ranks, isRanked, pacer);
    }
    this.#ranks = ranks;
    this.#sums = sums;
    this.#isUntidy = withoutRank > FEW_ROWS + requests.rows.size / 2;
    return sums;
  }

  #keep(readings: readonly Reading[]): void {
    let whole = 0;
    for (const reading of readings) {
      if (!reading.whole) continue;
      whole++;
      if (this.#readings.get(reading.found.path) !== reading) this.#readings.set(reading.found.path, reading);
    }
    if (whole === this.#readings.size) return;
    const paths = new Set(readings.filter((reading) => reading.whole).map(({ found }) => found.path));
    for (const path of this.#readings.keys()) if (!paths.has(path)) this.#readings.delete(path);
  }

  /** Lets go of the rows of transcripts that are gone; the others are numbered anew. */
  #tidy(readings: readonly Reading[]): void {
    this.#knowledge.requests = this.#knowledge.requests.ranked(this.#ranks);
    for (const [rank, { transcript }] of readings.entries()) transcript.number = rank;
    this.#nextNumber = readings.length;
    this.#ranks = Int32Array.from(readings.keys());
    this.#sums = undefined;
  }

  /** The version on the newest line within the range that has one. */
  #newestVersion(readings: readonly Reading[], range: DayRange): string | null {
    let newest: Readonly<SeenVersion> | undefined;
    for (const { transcript } of readings) {
      const seen = transcript.versions.newest((at) => range.indexOf(at) !== -1);
      if (seen !== undefined && (newest === undefined || seen.at > newest.at)) newest = seen;
    }
    return newest === undefined ? null : (this.#knowledge.versions.texts[newest.version] ?? null);
  }
}

/** Same file, same length, same times: nothing was written to it since. */
function isSame(a: FoundFile, b: FoundFile): boolean {
  return (
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs
  );
}
