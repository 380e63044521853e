import { short } from "./numbers.ts";
import { DEFAULT_COLUMNS } from "./screen.ts";

/** A shorter scan shows nothing. In milliseconds. */
const PATIENCE_MS = 500;
const STEP_MS = 100;
const CLEAR = "\r\u001B[K";

/** The progress of a scan. */
export interface Progress {
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

/** Where a progress line goes. It is only shown on a terminal. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

/** Shows the progress of a long scan on one line of a terminal, which is cleared at the end. */
export function progressLine(
  stream: ProgressStream,
  monotonic: () => number = () => performance.now(),
): (progress: Progress) => void {
  let started: number | undefined;
  let next = 0;
  let isShown = false;

  return (progress) => {
    if (stream.isTTY !== true) return;
    const now = monotonic();
    started ??= now;
    if (progress.files === progress.ofFiles) {
      if (isShown) stream.write(CLEAR);
      [started, isShown] = [undefined, false];
    } else if (now - started >= PATIENCE_MS && (!isShown || now >= next)) {
      const text = describe(progress, now - started).slice(0, (stream.columns || DEFAULT_COLUMNS) - 1);
      stream.write(`${CLEAR}${text}`);
      isShown = true;
      next = now + STEP_MS;
    }
  };
}

function describe({ files, ofFiles, bytes, ofBytes }: Progress, elapsedMs: number): string {
  const rate = (bytes * 1000) / Math.max(1, elapsedMs);
  return `Scanning: ${files} of ${ofFiles} files, ${short(bytes)}B of ${short(ofBytes)}B, ${short(rate)}B/s`;
}
