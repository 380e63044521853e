import { constants } from "node:fs";
import { resolve } from "node:path";
import { addDays, DayRange, startOfDay, torontoDay } from "../base/calendar.ts";
import { Pacer } from "../base/pacer.ts";
import { RETENTION_DAYS } from "../contract/index.ts";
import { realFiles, type ScanFiles } from "./files.ts";
import { Kernel } from "./kernel/kernel.ts";
import { Memory, type Reading } from "./memory.ts";
import { systemPath } from "./names.ts";
import type { Transcript } from "./transcript.ts";
import type { Scanner, ScannerOptions, ScanRange, ScanResult } from "./types.ts";
import { Walker } from "./walker.ts";

/** The edges of a scan; a library's user has the real ones. */
export interface ScanEdges {
  readonly files?: ScanFiles;
  /** The clock that the file system's times are set by, in epoch milliseconds. */
  readonly clock?: () => number;
}

/** One scan from nothing. */
export function scanUsage(options: ScannerOptions & ScanRange & ScanEdges): Promise<ScanResult> {
  return createScanner(options).scan(options);
}

/** A scanner that remembers what it has read. Its scans follow each other, never overlap. */
export function createScanner({
  roots,
  onProgress,
  files = realFiles,
  clock = Date.now,
}: ScannerOptions & ScanEdges): Scanner {
  const walker = new Walker(
    roots.map((root) => resolve(root)),
    files,
  );
  const memory = new Memory(clock);
  let kernel: Kernel | undefined;

  return { scan };

  async function scan({ now = Date.now(), since, signal }: ScanRange = {}): Promise<ScanResult> {
    signal?.throwIfAborted();
    const today = torontoDay(now);
    const range = new DayRange(since ?? addDays(today, -RETENTION_DAYS), today);
    const pacer = new Pacer(signal);
    const walked = await walker.walk(startOfDay(addDays(range.first, -1)), pacer);

    memory.expect(walked.found);
    const readings = walked.found.map((found) => memory.recall(found) ?? memory.begin(found));
    const readErrors = walked.readErrors + (await readAll(readings, pacer, signal));
    // What a very long line took is given back.
    if (kernel?.isSmall === false) kernel = undefined;

    return {
      ...(await memory.sumUp(readings, range, pacer)),
      readErrors,
      nextState: { freeze: readErrors === 0 },
      files: readings.length,
    };
  }

  /** Reads what was not read before. Gives how many files could not be read. */
  async function readAll(
    readings: readonly Reading[],
    pacer: Pacer,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const unread = readings.filter(({ whole }) => !whole);
    const all = { ofFiles: unread.length, ofBytes: unread.reduce((sum, { found }) => sum + found.size, 0) };
    let bytes = 0;
    try {
      for (const [index, reading] of unread.entries()) {
        reading.whole = await readInto(reading.transcript, reading.found.path, pacer, signal);
        bytes += reading.found.size;
        onProgress?.({ files: index + 1, bytes, ...all });
      }
    } catch (error) {
      onProgress?.({ files: all.ofFiles, bytes, ...all });
      throw error;
    }
    return unread.filter(({ whole }) => !whole).length;
  }

  /** Whether the file could be read to its end. */
  async function readInto(
    transcript: Transcript,
    path: string,
    pacer: Pacer,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    let descriptor: number;
    try {
      // A FIFO put in the file's place since it was looked at must not hold the open up.
      descriptor = files.openSync(systemPath(path), constants.O_RDONLY | constants.O_NONBLOCK);
    } catch {
      return false;
    }
    let isRead = false;
    try {
      const stat = files.fstatSync(descriptor);
      if (stat.isFile()) {
        kernel ??= new Kernel();
        await kernel.read(descriptor, stat.size, transcript, files, pacer);
        isRead = true;
      }
    } catch (error) {
      // Its reason may look like an error of the system's.
      signal?.throwIfAborted();
      if (!isSystemError(error)) throw error;
    } finally {
      isRead = closes(descriptor) && isRead;
    }
    return isRead;
  }

  function closes(descriptor: number): boolean {
    try {
      files.closeSync(descriptor);
      return true;
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    }
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
