import type { Models } from "../contract/index.ts";

export interface ScanRange {
  /** The oldest Toronto day to cover, `YYYY-MM-DD`. Default: 35 days before today. */
  readonly since?: string;
  /** Epoch milliseconds. Default: the current time. */
  readonly now?: number;
  /** Aborts the scan: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ScanResult {
  /** By day, `YYYY-MM-DD`. Days without usage are left out. */
  readonly days: Record<string, { models: Models }>;
  /** The version on the newest line that counts and has one; null if there is none. */
  readonly agentVersion: string | null;
  /** Folders and files that could not be listed, inspected, opened or read. */
  readonly readErrors: number;
  /** Lines that look like usage but are not JSON, and lines over 64 MiB. */
  readonly skippedLines: number;
  /** Whether days may be frozen after this scan (rule DAYS-6). */
  readonly nextState: { readonly freeze: boolean };
  /** The number of transcripts in the result. */
  readonly files: number;
}

export interface Scanner {
  /** Returns what `scanUsage` would. Reads only the files that changed since its last scan. */
  scan(range?: ScanRange): Promise<ScanResult>;
}

/** How many of the files that have to be read are done. */
export interface ScanProgress {
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface ScannerOptions {
  /** Called after each file that was read. The last call has all files, even if the scan ends early. */
  readonly onProgress?: (progress: ScanProgress) => void;
  /** Folders with transcripts at any depth. A folder that does not exist is treated as empty. */
  readonly roots: readonly string[];
}
