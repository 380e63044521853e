import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { PlaceTexts } from "../detail/transcript-place.ts";
import { Disk } from "../disk.ts";
import { FileReader } from "../file-reader.ts";
import { realFiles } from "../files.ts";
import { NO_ID } from "../interner.ts";
import type { KernelOptions } from "../kernel/kernel.ts";
import { Requests } from "../requests.ts";
import { Transcript, UsageStore } from "../transcript.ts";
import { type Batch, packedRows, type ReadFile } from "./batch.ts";

/** Where the threads of a scan take the next file from, and see whether to stop. */
export const NEXT = 0;
export const STOP = 1;

export interface ThreadInput {
  /** How many files there are. Their paths follow in messages. */
  readonly files: number;
  readonly shared: Int32Array;
  readonly kernel: KernelOptions;
  readonly hasPlaces: boolean;
}

/** A batch is sent once it has so many rows, or after so many milliseconds. Larger ones would not be quite freed; see `PATHS_PER_MESSAGE`. */
const BATCH_ROWS = 4096;
const BATCH_MS = 100;

class Stopped extends Error {}

/** Reads files until none is left, and sends what is in them. The body of a worker thread. */
export async function runThread(): Promise<void> {
  const { files: count, shared, kernel, hasPlaces } = workerData as ThreadInput;
  const paths = await receivedPaths(count);
  const store = new UsageStore(hasPlaces ? new PlaceTexts() : undefined);
  const reader = new FileReader(new Disk(realFiles), realFiles, kernel);
  const isStopped = (): boolean => Atomics.load(shared, STOP) !== 0;
  const throwIfStopped = (): void => {
    if (isStopped()) throw new Stopped();
  };
  const pace = {
    get shouldYield(): boolean {
      return isStopped();
    },
    yield: async () => throwIfStopped(),
    throwIfStopped,
  };
  const sent = { models: 0, versions: 0, sessions: 0, folders: 0 };
  let files: ReadFile[] = [];
  let sentAt = performance.now();

  const send = (): void => {
    const rows = packedRows(store.requests);
    const batch: Batch = {
      files,
      ...rows,
      models: store.models.texts.slice(sent.models),
      versions: store.versions.texts.slice(sent.versions),
      sessions: store.places?.sessions.texts.slice(sent.sessions) ?? [],
      folders: store.places?.folders.texts.slice(sent.folders) ?? [],
    };
    sent.models += batch.models.length;
    sent.versions += batch.versions.length;
    sent.sessions += batch.sessions.length;
    sent.folders += batch.folders.length;
    parentPort?.postMessage(batch, [rows.numbers.buffer, rows.hashes.buffer]);
    files = [];
    store.requests = new Requests();
    sentAt = performance.now();
  };

  for (let file = Atomics.add(shared, NEXT, 1); file < paths.length; file = Atomics.add(shared, NEXT, 1)) {
    const transcript = new Transcript(file, store);
    const isComplete = await reader.read(paths[file] ?? "", transcript, pace);
    const { skippedLines, versions, place } = transcript;
    const { session = NO_ID, folder = NO_ID } = place ?? {};
    files.push({ file, isComplete, skippedLines, versions: versions.all, session, folder });
    reader.trim();
    const isLate = performance.now() - sentAt > BATCH_MS;
    if (store.requests.table.size >= BATCH_ROWS || isLate) send();
  }
  if (files.length > 0) send();
}

async function receivedPaths(count: number): Promise<readonly string[]> {
  if (parentPort === null) throw new Error("not started as a thread");
  const paths: string[] = [];
  for await (const [some] of on(parentPort, "message")) {
    paths.push(...(some as string[]));
    if (paths.length >= count) break;
  }
  return paths;
}
