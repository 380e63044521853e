import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { HASH_KEY } from "../kernel/hash-key.ts";
import { kernelModule, type Pace } from "../kernel/kernel.ts";
import type { Transcript, UsageStore } from "../transcript.ts";
import { type Batch, BatchMerger, rowsOf } from "./batch.ts";
import { NEXT, STOP, type ThreadInput } from "./thread.ts";

/** Files of fewer bytes in all are read faster by one thread. */
const MIN_BYTES = 256 * 1024 * 1024;
const MAX_THREADS = 4;
const ROWS_PER_STEP = 1024;
/**
 * After glibc has freed one large block, each thread keeps up to twice its size for later, for good. So nothing large is
 * sent at once: with all paths in one message, the daemon kept 7 MB more after a scan of 4,000 files.
 */
const PATHS_PER_MESSAGE = 256;

/** Beside the bundle that this is in. */
const PROGRAM = new URL("scan-worker.js", import.meta.url);

/** How a scan shares out its files. What a test replaces. */
export interface ThreadOptions {
  /** With the thread that scans. */
  readonly count?: number;
  readonly minBytes?: number;
  /** False: the thread that scans only reads what the others leave. */
  readonly readsHere?: boolean;
  /** The program of a thread. */
  readonly program?: URL | undefined;
}

/** How many threads read so many bytes. */
export function threadsFor(bytes: number, { count, minBytes = MIN_BYTES }: ThreadOptions): number {
  return bytes < minBytes ? 1 : (count ?? Math.min(availableParallelism(), MAX_THREADS));
}

/** The files of a scan, which this thread and others take one after the other. */
export class SharedFiles {
  readonly #shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  readonly #count: number;
  readonly #workers: Worker[] = [];
  readonly #batches: { readonly batch: Batch; readonly merger: BatchMerger }[] = [];
  #running = 0;
  #wake: () => void = () => {};

  /** @param others how many threads to start. One that cannot start leaves its files to the others. */
  constructor(paths: readonly string[], store: UsageStore, others: number, program = PROGRAM) {
    this.#count = paths.length;
    for (let index = 0; index < Math.min(others, paths.length); index++) this.#start(paths, store, program);
  }

  /** The index of the next file to read here; undefined if none is left. */
  next(): number | undefined {
    const file = Atomics.add(this.#shared, NEXT, 1);
    return file < this.#count ? file : undefined;
  }

  /** Adds what the other threads have read so far. Call it only between two files. */
  async merge(
    transcriptOf: (file: number) => Transcript,
    done: (file: number, isComplete: boolean) => void,
    pace: Pace,
  ): Promise<void> {
    for (let next = this.#batches.shift(); next !== undefined; next = this.#batches.shift()) {
      const { batch, merger } = next;
      merger.addTexts(batch);
      for (let row = 0, rows = rowsOf(batch); row < rows; row += ROWS_PER_STEP) {
        merger.addRows(batch, row, Math.min(row + ROWS_PER_STEP, rows), transcriptOf);
        if (pace.shouldYield) await pace.yield();
      }
      merger.addFiles(batch, transcriptOf);
      for (const { file, isComplete } of batch.files) done(file, isComplete);
    }
  }

  /** Whether another thread is running, or has sent what was not yet added. */
  get isPending(): boolean {
    return this.#running > 0 || this.#batches.length > 0;
  }

  /** Waits until another thread sends something or ends. Rejects with the signal's reason. */
  async change(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#batches.length > 0 || this.#running === 0) return;
    const wake = (): void => this.#wake();
    signal?.addEventListener("abort", wake);
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    signal?.removeEventListener("abort", wake);
    signal?.throwIfAborted();
  }

  /** Ends the other threads. */
  async end(): Promise<void> {
    Atomics.store(this.#shared, STOP, 1);
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(paths: readonly string[], store: UsageStore, program: URL): void {
    const input: ThreadInput = {
      files: paths.length,
      shared: this.#shared,
      kernel: { module: kernelModule(), hashKey: HASH_KEY },
      hasPlaces: store.places !== undefined,
    };
    const merger = new BatchMerger(store);
    let worker: Worker;
    try {
      worker = new Worker(program, {
        workerData: input,
        env: {},
        execArgv: [],
        resourceLimits: { maxYoungGenerationSizeMb: 2 },
      });
    } catch {
      return;
    }
    this.#running++;
    this.#workers.push(worker);
    for (let next = 0; next < paths.length; next += PATHS_PER_MESSAGE) {
      worker.postMessage(paths.slice(next, next + PATHS_PER_MESSAGE));
    }
    worker.on("message", (batch: Batch) => {
      this.#batches.push({ batch, merger });
      this.#wake();
    });
    // Its files are read here; if they are the cause, that fails again.
    worker.on("error", () => {});
    worker.on("exit", () => {
      this.#running--;
      this.#wake();
    });
  }
}
