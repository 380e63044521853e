import type { Models } from "../contract/index.ts";

export interface ScanRange {
  /** The oldest Toronto day to cover, `YYYY-MM-DD`; default: 35 days before today. */
  readonly since?: string;
  /** Epoch milliseconds. */
  readonly now?: number;
  /** Ends the scan: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ScanResult {
  /** Days without usage are left out. */
  readonly days: Record<string, { models: Models }>;
  /** The version on the newest line that counts; null where none has one. */
  readonly agentVersion: string | null;
  /** Folders that could not be listed, and files that could not be looked at, opened or read. */
  readonly readErrors: number;
  /** Lines that could count but are no JSON, or are over 64 MiB. */
  readonly skippedLines: number;
  /** Whether days may be frozen after this scan (rule DAYS-6). */
  readonly nextState: { readonly freeze: boolean };
  /** How many transcripts the result rests on. */
  readonly files: number;
}

export interface Scanner {
  /** Gives what a scan from nothing would, and reads only files that changed since the last one. */
  scan(range?: ScanRange): Promise<ScanResult>;
}

/** How far a scan has come with the files that it has to read. */
export interface ScanProgress {
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface ScannerOptions {
  /** Told after each file that was read, at last with all of them done; also where the scan ends early. */
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Folders with transcripts at any depth; one that is missing is empty. */
  readonly roots: readonly string[];
}
