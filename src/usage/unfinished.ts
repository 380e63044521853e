import { Disk } from "./disk.ts";
import { realFiles } from "./files.ts";
import { Kernel } from "./kernel/kernel.ts";
import type { LineSink } from "./kernel/records.ts";
import { Pacer } from "./pacer.ts";
import { NO_KEY, RequestKeys } from "./request-keys.ts";
import { Walker } from "./walker.ts";

export interface FinishedRequests {
  readonly requests: number;
  /** Those of which no line has a `stop_reason`: their counts may be those of an unfinished answer. */
  readonly unfinished: number;
}

/**
 * Counts the requests with a line in a period. A file that cannot be read counts as empty.
 * @param since epoch milliseconds
 * @param until epoch milliseconds. A line from this instant on makes no request count, but can finish one.
 */
export async function countFinished(
  roots: readonly string[],
  since: number,
  until: number,
): Promise<FinishedRequests> {
  const pacer = new Pacer();
  const { found } = await new Walker(roots, realFiles, Date.now).walk(since, pacer);
  const finished = new Finished(since, until);
  const kernel = new Kernel();
  for (const { path } of found) {
    try {
      await readFile(path, kernel, finished, pacer);
    } catch {
      // Reported as unreadable by `inspectTranscripts`.
    }
  }
  return finished.result;
}

async function readFile(path: string, kernel: Kernel, sink: LineSink, pacer: Pacer): Promise<void> {
  const descriptor = new Disk(realFiles).open(path);
  try {
    const stat = realFiles.fstatSync(descriptor);
    if (stat.isFile()) await kernel.read(descriptor, stat.size, sink, realFiles, pacer);
  } finally {
    realFiles.closeSync(descriptor);
  }
}

class Finished implements LineSink {
  readonly #since: number;
  readonly #until: number;
  readonly #keys = new RequestKeys(1024);
  /** By key. */
  readonly #counted = new Set<number>();
  readonly #stopped = new Set<number>();
  #keyless = 0;
  #keylessUnfinished = 0;

  constructor(since: number, until: number) {
    this.#since = since;
    this.#until = until;
  }

  plain(line: Parameters<LineSink["plain"]>[0]): void {
    this.#add(this.#keys.of(line.ids), line);
  }

  decoded(line: Parameters<LineSink["decoded"]>[0]): void {
    this.#add(this.#keys.of(line.ids), line);
  }

  advisorCall(): void {}

  skipped(): void {}

  get result(): FinishedRequests {
    const unfinished = [...this.#counted].filter((key) => !this.#stopped.has(key)).length;
    return {
      requests: this.#counted.size + this.#keyless,
      unfinished: unfinished + this.#keylessUnfinished,
    };
  }

  #add(key: number, { at, isStopped }: { readonly at: number; readonly isStopped: boolean }): void {
    const isWithin = at >= this.#since && at < this.#until;
    if (key === NO_KEY) {
      if (!isWithin) return;
      this.#keyless++;
      if (!isStopped) this.#keylessUnfinished++;
      return;
    }
    if (isWithin) this.#counted.add(key);
    if (isStopped) this.#stopped.add(key);
  }
}
