import type { Disk } from "./disk.ts";
import { FileReader } from "./file-reader.ts";
import { realFiles, type ScanFiles } from "./files.ts";
import type { Pacer } from "./pacer.ts";
import type { Reading } from "./scan-cache.ts";
import { SharedFiles, type ThreadOptions, threadsFor } from "./threads/threads.ts";
import type { UsageStore } from "./transcript.ts";
import type { ScannerOptions } from "./types.ts";
import { bytesOf } from "./walk.ts";

export interface ReaderOptions {
  readonly disk: Disk;
  readonly files: ScanFiles;
  readonly threads: ThreadOptions;
  readonly onProgress: ScannerOptions["onProgress"];
}

/** Reads the transcripts of a scan, with other threads if that pays. */
export class TranscriptReader {
  readonly #options: ReaderOptions;
  readonly #reader: FileReader;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#reader = new FileReader(options.disk, options.files);
  }

  /** Reads them into their transcripts, and sets `isComplete` of those that it read to the end. */
  async read(
    unread: readonly Reading[],
    store: UsageStore,
    pacer: Pacer,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const progress = new Progress(unread, this.#options.onProgress);
    const shared = this.#share(unread, progress.ofBytes, store);
    const readHere = async (index: number): Promise<void> => {
      const { transcript, file } = readingAt(unread, index);
      progress.end(index, await this.#reader.read(file.path, transcript, pacer));
    };
    const merge = (): Promise<void> =>
      shared.merge(
        (index) => readingAt(unread, index).transcript,
        (index, isComplete) => progress.end(index, isComplete),
        pacer,
      );
    try {
      const { readsHere = true } = this.#options.threads;
      for (let index = readsHere ? shared.next() : undefined; index !== undefined; index = shared.next()) {
        await readHere(index);
        await merge();
      }
      while (shared.isPending) {
        await shared.change(signal);
        await merge();
      }
      for (const index of progress.missing()) await readHere(index);
    } catch (error) {
      progress.abort();
      throw error;
    } finally {
      await shared.end();
      this.#reader.trim();
    }
  }

  /** Other threads read real files only: they cannot call what a test put in their place. */
  #share(unread: readonly Reading[], bytes: number, store: UsageStore): SharedFiles {
    const { files, threads } = this.#options;
    const others = files === realFiles ? threadsFor(bytes, threads) - 1 : 0;
    const paths = unread.map(({ file }) => file.path);
    return new SharedFiles(paths, store, others, threads.program);
  }
}

/** Which files are done. */
class Progress {
  readonly #unread: readonly Reading[];
  readonly #isDone: Uint8Array;
  readonly #onProgress: ScannerOptions["onProgress"];
  readonly #all: { readonly ofFiles: number; readonly ofBytes: number };
  #files = 0;
  #bytes = 0;

  constructor(unread: readonly Reading[], onProgress: ScannerOptions["onProgress"]) {
    this.#unread = unread;
    this.#isDone = new Uint8Array(unread.length);
    this.#onProgress = onProgress;
    this.#all = { ofFiles: unread.length, ofBytes: bytesOf(unread.map(({ file }) => file)) };
  }

  get ofBytes(): number {
    return this.#all.ofBytes;
  }

  end(index: number, isComplete: boolean): void {
    const reading = readingAt(this.#unread, index);
    reading.isComplete = isComplete;
    this.#isDone[index] = 1;
    this.#files++;
    this.#bytes += reading.file.size;
    this.#tell();
  }

  /** What a thread took and did not finish. */
  *missing(): Generator<number> {
    for (const [index, isDone] of this.#isDone.entries()) if (isDone === 0) yield index;
  }

  abort(): void {
    this.#files = this.#unread.length;
    this.#tell();
  }

  #tell(): void {
    this.#onProgress?.({ files: this.#files, bytes: this.#bytes, ...this.#all });
  }
}

function readingAt(unread: readonly Reading[], index: number): Reading {
  const reading = unread[index];
  if (reading === undefined) throw new Error("a thread named a file that it was not given");
  return reading;
}
