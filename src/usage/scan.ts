import { constants } from "node:fs";
import { resolve } from "node:path";
import { addDays, DayRange, startOfDay, torontoDay } from "../base/calendar.ts";
import { Pacer } from "../base/pacer.ts";
import { RETENTION_DAYS } from "../contract.ts";
import { realFiles, type ScanFiles } from "./files.ts";
import { LineReader } from "./lines.ts";
import { systemPath } from "./names.ts";
import { bestLines, newestVersion, tally } from "./tally.ts";
import { Transcript } from "./transcript.ts";
import type { Scanner, ScannerOptions, ScanRange, ScanResult } from "./types.ts";
import { type Found, walk } from "./walk.ts";

/** A file that changed this shortly before it was read may change again without a new time, in milliseconds. */
const RACY_MS = 2000;

/** The edges of a scan; a library's user has the real ones. */
export interface ScanEdges {
  readonly files?: ScanFiles;
  /** The clock that the file system's times are set by, in epoch milliseconds. */
  readonly clock?: () => number;
}

interface Remembered {
  readonly found: Found;
  /** Whether a later change is sure to show in the file's times. */
  readonly settled: boolean;
  readonly transcript: Transcript;
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
  const folders = roots.map((root) => resolve(root));
  let memory = new Map<string, Remembered>();

  return { scan };

  async function scan({ now = Date.now(), since, signal }: ScanRange = {}): Promise<ScanResult> {
    signal?.throwIfAborted();
    const today = torontoDay(now);
    const range = new DayRange(since ?? addDays(today, -RETENTION_DAYS), today);
    const pacer = new Pacer(signal);
    const reader = new LineReader(files, pacer);
    const walked = await walk(folders, startOfDay(addDays(range.first, -1)), files, pacer);

    let { readErrors } = walked;
    const next = new Map<string, Remembered>();
    const transcripts: Transcript[] = [];
    for (const found of walked.found) {
      const known = memory.get(found.path);
      if (known?.settled && isSame(known.found, found)) {
        next.set(found.path, known);
        transcripts.push(known.transcript);
        continue;
      }
      const settled = found.stat.ctimeMs < clock() - RACY_MS;
      const transcript = new Transcript();
      transcripts.push(transcript);
      if (await readInto(transcript, found.path, reader))
        next.set(found.path, { found, settled, transcript });
      else readErrors++;
    }
    memory = next;

    return {
      days: tally(bestLines(transcripts), range),
      agentVersion: newestVersion(transcripts, range),
      readErrors,
      skippedLines: transcripts.reduce((sum, { skippedLines }) => sum + skippedLines, 0),
      nextState: { freeze: readErrors === 0 },
      files: walked.found.length,
    };
  }

  /** Whether the file could be read to its end. */
  async function readInto(transcript: Transcript, path: string, reader: LineReader): Promise<boolean> {
    let descriptor: number;
    try {
      // A FIFO put in the file's place since it was looked at must not hold the open up.
      descriptor = files.openSync(systemPath(path), constants.O_RDONLY | constants.O_NONBLOCK);
    } catch {
      return false;
    }
    try {
      if (!files.fstatSync(descriptor).isFile()) return false;
      await reader.read(descriptor, transcript);
      return true;
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    } finally {
      files.closeSync(descriptor);
    }
  }
}

/** Same file, same length, same times: nothing was written to it since. */
function isSame(a: Found, b: Found): boolean {
  return (
    a.identity === b.identity &&
    a.stat.size === b.stat.size &&
    a.stat.mtimeMs === b.stat.mtimeMs &&
    a.stat.ctimeMs === b.stat.ctimeMs
  );
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
