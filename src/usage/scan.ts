import { resolve } from "node:path";
import { addDays, DayRange, startOfDay, torontoDay } from "../base/calendar.ts";
import { RETENTION_DAYS } from "../contract/index.ts";
import { placedUses } from "./detail/placed-uses.ts";
import type { DetailRange, PlaceScanner, ScanDetail } from "./detail/types.ts";
import { Disk } from "./disk.ts";
import { realFiles, type ScanFiles } from "./files.ts";
import { Pacer } from "./pacer.ts";
import { ScanCache } from "./scan-cache.ts";
import type { ThreadOptions } from "./threads/threads.ts";
import { TranscriptReader } from "./transcript-reader.ts";
import type { Scanner, ScannerOptions, ScanRange, ScanResult } from "./types.ts";
import { bytesOf } from "./walk.ts";
import { Walker } from "./walker.ts";

/** What a test of a scan replaces. */
export interface ScanEdges {
  readonly files?: ScanFiles;
  /** The clock behind the files' times, in epoch milliseconds. */
  readonly clock?: () => number;
  readonly threads?: ThreadOptions;
}

/** One scan from scratch. */
export function scanUsage(options: ScannerOptions & ScanRange & ScanEdges): Promise<ScanResult> {
  return createScanner(options).scan(options);
}

/** Where usage went: one scan from scratch. */
export function scanDetail(options: ScannerOptions & DetailRange & ScanEdges): Promise<ScanDetail> {
  return createPlaceScanner(options).detail(options);
}

/** A scanner that remembers what it has read. Only one of its scans may run at a time. */
export function createScanner(options: ScannerOptions & ScanEdges): Scanner {
  return scannerOf(options, false);
}

/** The same, that can also tell where usage went. */
export function createPlaceScanner(options: ScannerOptions & ScanEdges): PlaceScanner {
  return scannerOf(options, true);
}

function scannerOf(
  { roots, onProgress, files = realFiles, clock = Date.now, threads = {} }: ScannerOptions & ScanEdges,
  hasPlaces: boolean,
): PlaceScanner {
  const disk = new Disk(files);
  const walker = new Walker(
    roots.map((root) => resolve(root)),
    files,
    clock,
  );
  const cache = new ScanCache(clock, hasPlaces);
  const reader = new TranscriptReader({ disk, files, threads, onProgress });

  return { scan, detail };

  async function scan({ now = Date.now(), since, signal }: ScanRange = {}): Promise<ScanResult> {
    const walked = await walk(since, now, signal);
    const { readings, readErrors } = await read(walked, signal);
    return {
      ...(await cache.sumUp(readings, walked.range, walked.pacer)),
      readErrors,
      nextState: { freeze: readErrors === 0 },
      files: readings.length,
    };
  }

  async function detail({
    now = Date.now(),
    since,
    from = 0,
    by = ["project", "session", "hour"],
    maxBytes = Number.POSITIVE_INFINITY,
    signal,
  }: DetailRange = {}): Promise<ScanDetail> {
    const walked = await walk(since, now, signal);
    const { range, pacer } = walked;
    const unread = walked.found.filter((file) => cache.find(file) === undefined);
    if (bytesOf(unread) > maxBytes) return { status: "too_large" };
    const { readings, readErrors } = await read(walked, signal);
    const keys = new Set(by);
    const { sums, places } = await cache.detail(readings, { range, from, by: keys }, pacer);
    return { status: "ok", uses: placedUses(sums, places, keys, disk, files), readErrors };
  }

  /** Finds the transcripts that may have lines of the range. @param since default: 35 days ago */
  async function walk(since: string | undefined, now: number, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const today = torontoDay(now);
    const range = new DayRange(since ?? addDays(today, -RETENTION_DAYS), today);
    const pacer = new Pacer(signal);
    return { ...(await walker.walk(startOfDay(addDays(range.first, -1)), pacer)), range, pacer };
  }

  /** Reads what changed in them. */
  async function read(walked: Awaited<ReturnType<typeof walk>>, signal: AbortSignal | undefined) {
    const { found, pacer } = walked;
    cache.reserve(found);
    const readings = found.map((file) => cache.find(file) ?? cache.begin(file));
    const unread = readings.filter(({ isComplete }) => !isComplete);
    await reader.read(unread, cache.store, pacer, signal);
    const failed = unread.filter(({ isComplete }) => !isComplete).length;
    return { readings, readErrors: walked.readErrors + failed };
  }
}
