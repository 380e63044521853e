import type { DayRange } from "../base/calendar.ts";
import { Detail, type DetailOptions, type PlaceSum } from "./detail/detail.ts";
import { Places } from "./detail/places.ts";
import { PlaceTexts } from "./detail/transcript-place.ts";
import type { Pacer } from "./pacer.ts";
import { NO_RANK, Requests } from "./requests.ts";
import { Sums } from "./sums.ts";
import { Transcript, UsageStore } from "./transcript.ts";
import type { ScanResult } from "./types.ts";
import { bytesOf, type FoundFile } from "./walk.ts";

/** A file modified less than this before it was read may change again without a new mtime, in milliseconds. */
const RACY_MS = 2000;
/** Unused rows tolerated before compacting, in addition to half of all rows. */
const MAX_UNUSED_ROWS = 8192;
/** Expect one row per this many bytes of transcripts, and reserve at most this many rows. */
const BYTES_PER_ROW = 8192;
const MAX_RESERVED_ROWS = 2 ** 20;

/** A transcript as it was when it was read. */
export interface Reading {
  readonly file: FoundFile;
  /** Whether every later change shows in the file's times. */
  readonly isSettled: boolean;
  readonly transcript: Transcript;
  /** Whether it was read to its end. */
  isComplete: boolean;
}

/** What a scanner keeps from one scan to the next. A scan that is aborted or fails does not damage it. */
export class ScanCache {
  readonly #clock: () => number;
  readonly #store: UsageStore;
  /** By path. */
  #readings = new Map<string, Reading>();
  /** The id of the next transcript to be read. */
  #nextId = 0;
  #sums: Sums | undefined;
  #agentVersion: string | null = null;

  /** @param hasPlaces whether `detail` will be called */
  constructor(clock: () => number, hasPlaces: boolean) {
    this.#clock = clock;
    this.#store = new UsageStore(hasPlaces ? new PlaceTexts() : undefined);
  }

  /** Reserves memory for the rows of these files, if nothing was read yet. Growing step by step would leave more garbage. */
  reserve(files: readonly FoundFile[]): void {
    if (this.#nextId > 0) return;
    const bytes = bytesOf(files);
    this.#store.requests = new Requests(Math.min(Math.ceil(bytes / BYTES_PER_ROW), MAX_RESERVED_ROWS));
    this.#sums = undefined;
  }

  get store(): UsageStore {
    return this.#store;
  }

  /** The reading of a file that has not changed since. */
  find(file: FoundFile): Reading | undefined {
    const reading = this.#readings.get(file.path);
    return reading?.isSettled && isUnchanged(reading.file, file) ? reading : undefined;
  }

  /** A reading for a file that is about to be read. */
  begin(file: FoundFile): Reading {
    const isSettled = file.ctimeMs < this.#clock() - RACY_MS;
    const transcript = new Transcript(this.#nextId++, this.#store);
    return { file, isSettled, transcript, isComplete: false };
  }

  /** Ends a scan: returns the sums of its readings, which are sorted by path, and keeps the complete ones. */
  async sumUp(
    readings: readonly Reading[],
    range: DayRange,
    pacer: Pacer,
  ): Promise<Pick<ScanResult, "days" | "agentVersion" | "skippedLines">> {
    const ranks = this.#ranksOf(readings);
    const sums = this.#sums?.covers(range) ? this.#sums : new Sums(this.#store.requests, range);
    if (!sums.isCurrent(ranks)) {
      // Sums whose update was aborted cannot be used again.
      this.#sums = undefined;
      const unusedRows = await sums.update(ranks, pacer);
      this.#sums = sums;
      this.#agentVersion = this.#newestVersion(readings, range);
      this.#keep(readings);
      if (unusedRows > MAX_UNUSED_ROWS + this.#store.requests.table.size / 2) this.#compact(readings, ranks);
    }
    return {
      days: sums.named(this.#store.models.texts),
      agentVersion: this.#agentVersion,
      skippedLines: readings.reduce((sum, { transcript }) => sum + transcript.skippedLines, 0),
    };
  }

  /** Where the usage of the range went. Call it instead of `sumUp`: it keeps nothing. */
  async detail(
    readings: readonly Reading[],
    options: DetailOptions,
    pacer: Pacer,
  ): Promise<{ readonly sums: readonly PlaceSum[]; readonly places: Places }> {
    const { requests, models } = this.#store;
    const places = new Places(
      readings.map(({ file, transcript }) => ({ path: file.path, place: transcript.place })),
      this.#store.places ?? new PlaceTexts(),
    );
    const detail = new Detail(options, places, models.texts);
    await detail.add(requests, this.#ranksOf(readings), pacer);
    return { sums: detail.sums, places };
  }

  /** By transcript: its position among the readings, or `NO_RANK`. */
  #ranksOf(readings: readonly Reading[]): Int32Array {
    const ranks = new Int32Array(this.#nextId).fill(NO_RANK);
    for (const [rank, { transcript }] of readings.entries()) ranks[transcript.id] = rank;
    return ranks;
  }

  /** Keeps these readings, if complete, and no others. */
  #keep(readings: readonly Reading[]): void {
    let kept = 0;
    for (const reading of readings) {
      if (!reading.isComplete) continue;
      kept++;
      if (this.#readings.get(reading.file.path) === reading) continue;
      reading.transcript.versions.trim();
      this.#readings.set(reading.file.path, reading);
    }
    if (kept === this.#readings.size) return;
    const paths = new Set(readings.filter(({ isComplete }) => isComplete).map(({ file }) => file.path));
    for (const path of this.#readings.keys()) if (!paths.has(path)) this.#readings.delete(path);
  }

  /** Drops the rows of transcripts that are gone. The others get new ids. */
  #compact(readings: readonly Reading[], ranks: Int32Array): void {
    this.#store.requests = this.#store.requests.compacted(ranks);
    for (const [rank, { transcript }] of readings.entries()) transcript.id = rank;
    this.#nextId = readings.length;
    this.#sums = undefined;
  }

  /** The version on the newest line within the range that has one. */
  #newestVersion(readings: readonly Reading[], range: DayRange): string | null {
    let newest: ReturnType<Transcript["versions"]["newest"]>;
    const isWithin = (at: number): boolean => range.indexOf(at) !== -1;
    for (const { transcript } of readings)
      newest = transcript.versions.newest(isWithin, newest?.at) ?? newest;
    return newest === undefined ? null : (this.#store.versions.texts[newest.version] ?? null);
  }
}

/** Same file, size and times: nothing was written to it since. */
function isUnchanged(before: FoundFile, now: FoundFile): boolean {
  return (
    before.ino === now.ino &&
    before.dev === now.dev &&
    before.size === now.size &&
    before.mtimeMs === now.mtimeMs &&
    before.ctimeMs === now.ctimeMs
  );
}
