import { constants } from "node:fs";
import { resolve } from "node:path";
import { addDays, DayRange, startOfDay, torontoDay } from "../base/calendar.ts";
import { Pacer } from "../base/pacer.ts";
import { RETENTION_DAYS } from "../contract.ts";
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

    let { readErrors } = walked;
    memory.expect(walked.found);
    const readings: Reading[] = [];
    for (const found of walked.found) {
      const known = memory.recall(found);
      const reading = known ?? memory.begin(found);
      readings.push(reading);
      if (known !== undefined) continue;
      reading.whole = await readInto(reading.transcript, found.path, pacer, signal);
      if (!reading.whole) readErrors++;
    }
    // What a very long line took is given back.
    if (kernel?.isSmall === false) kernel = undefined;

    return {
      ...(await memory.sumUp(readings, range, pacer)),
      readErrors,
      nextState: { freeze: readErrors === 0 },
      files: readings.length,
    };
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
