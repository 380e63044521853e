import { OTHER } from "../../contract/index.ts";
import type { ModelCalls } from "../advisor-calls.ts";
import type { PlaceTexts } from "../detail/transcript-place.ts";
import { type Interner, NO_ID } from "../interner.ts";
import { NO_KEY } from "../request-keys.ts";
import type { Requests } from "../requests.ts";
import type { Transcript, UsageStore } from "../transcript.ts";

/** The numbers of a row: its file, whether it has ids, its model, its instant, and five counts. */
const WIDTH = 9;
const HASH_WIDTH = 4;

/** What was read of a file, beside its rows. */
export interface ReadFile {
  /** Its index among the files to be read. */
  readonly file: number;
  readonly isComplete: boolean;
  readonly skippedLines: number;
  /** See `Versions.all`. */
  readonly versions: readonly number[];
  readonly session: number;
  readonly folder: number;
}

/** What a thread read since its last batch. Texts have the ids of the thread; only those it has not yet sent are in it. */
export interface Batch {
  readonly files: readonly ReadFile[];
  readonly models: readonly string[];
  readonly versions: readonly string[];
  readonly sessions: readonly string[];
  readonly folders: readonly string[];
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly hashes: Int32Array<ArrayBuffer>;
  readonly advisorCalls: readonly (readonly [row: number, calls: readonly ModelCalls[]])[];
}

/** Packs rows, whose transcripts are numbered by file. */
export function packedRows({
  table,
  keys,
  advisorCalls,
}: Requests): Pick<Batch, "numbers" | "hashes" | "advisorCalls"> {
  const numbers = new Float64Array(WIDTH * table.size);
  const hashes = new Int32Array(HASH_WIDTH * table.size);
  const calls: [number, readonly ModelCalls[]][] = [];
  for (let row = 0; row < table.size; row++) {
    const usage = table.usage(row);
    const key = table.key[row] ?? NO_KEY;
    const at = WIDTH * row;
    numbers[at] = table.transcript[row] ?? 0;
    numbers[at + 1] = Number(key !== NO_KEY);
    numbers[at + 2] = table.model[row] ?? 0;
    numbers[at + 3] = usage.at;
    numbers[at + 4] = usage.inputTokens;
    numbers[at + 5] = usage.outputTokens;
    numbers[at + 6] = usage.cacheCreationTokens;
    numbers[at + 7] = usage.cacheReadTokens;
    numbers[at + 8] = usage.cacheCreation1hTokens;
    if (key !== NO_KEY) hashes.set(keys.hashOf(key), HASH_WIDTH * row);
    if (advisorCalls.has(row)) calls.push([row, advisorCalls.of(row)]);
  }
  return { numbers, hashes, advisorCalls: calls };
}

/** The ids here of the texts of a thread. */
export class ThreadTexts {
  readonly #own: Interner;
  readonly #ids: number[] = [];

  constructor(own: Interner) {
    this.#own = own;
  }

  add(texts: readonly string[]): void {
    for (const text of texts) this.#ids.push(this.#own.idOfText(text));
  }

  of(id: number): number {
    return this.#ids[id] ?? NO_ID;
  }
}

/** Adds the batches of one thread to what was read here. */
export class BatchMerger {
  readonly #store: UsageStore;
  readonly #models: ThreadTexts;
  readonly #versions: ThreadTexts;
  readonly #sessions: ThreadTexts | undefined;
  readonly #folders: ThreadTexts | undefined;

  constructor(store: UsageStore) {
    this.#store = store;
    this.#models = new ThreadTexts(store.models);
    this.#versions = new ThreadTexts(store.versions);
    const places: PlaceTexts | undefined = store.places;
    this.#sessions = places && new ThreadTexts(places.sessions);
    this.#folders = places && new ThreadTexts(places.folders);
  }

  /** Adds the texts of a batch. Call it before its rows are added. */
  addTexts(batch: Batch): void {
    this.#models.add(batch.models);
    this.#versions.add(batch.versions);
    this.#sessions?.add(batch.sessions);
    this.#folders?.add(batch.folders);
  }

  /** Adds some rows of a batch. No file may be read until all are added: the rows of a transcript follow each other. */
  addRows(batch: Batch, from: number, to: number, transcriptOf: (file: number) => Transcript): void {
    const { requests, models } = this.#store;
    const { numbers, hashes, advisorCalls } = batch;
    const calls = advisorCalls.length > 0 ? new Map(advisorCalls) : undefined;
    for (let row = from; row < to; row++) {
      const at = WIDTH * row;
      const word = HASH_WIDTH * row;
      const ids =
        numbers[at + 1] === 0
          ? undefined
          : {
              first: hashes[word] ?? 0,
              second: hashes[word + 1] ?? 0,
              third: hashes[word + 2] ?? 0,
              fourth: hashes[word + 3] ?? 0,
            };
      const model = this.#models.of(numbers[at + 2] ?? 0);
      const added = requests.add(transcriptOf(numbers[at] ?? 0).id, requests.keys.of(ids), model, {
        at: numbers[at + 3] ?? 0,
        inputTokens: numbers[at + 4] ?? 0,
        outputTokens: numbers[at + 5] ?? 0,
        cacheCreationTokens: numbers[at + 6] ?? 0,
        cacheReadTokens: numbers[at + 7] ?? 0,
        cacheCreation1hTokens: numbers[at + 8] ?? 0,
      });
      for (const call of calls?.get(row) ?? []) {
        const other = models.idOfText(OTHER);
        requests.advisorCalls.add(added, this.#models.of(call.model), other, call, call.requests);
      }
    }
  }

  /** Adds what else a batch says of its files. */
  addFiles(batch: Batch, transcriptOf: (file: number) => Transcript): void {
    for (const { file, skippedLines, versions, session, folder } of batch.files) {
      const transcript = transcriptOf(file);
      transcript.skippedLines = skippedLines;
      transcript.versions.addAll(versions, (version) => this.#versions.of(version));
      if (transcript.place === undefined) continue;
      transcript.place.session = this.#sessions?.of(session) ?? NO_ID;
      transcript.place.folder = this.#folders?.of(folder) ?? NO_ID;
    }
  }
}

/** How many rows a batch has. */
export function rowsOf({ numbers }: Batch): number {
  return numbers.length / WIDTH;
}
