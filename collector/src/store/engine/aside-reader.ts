import type { Moment } from "./connection.ts";
import type { SqliteName } from "./sqlite-library.ts";
import { SqliteReader } from "./sqlite-reader.ts";

/** For work that few wait for, a little memory is enough. */
const MEMORY = { cacheKib: 4_096, maxYoungGenerationSizeMb: 4 };
/** After so long without work the thread ends, and gives all its memory back, in milliseconds. */
const IDLE_MS = 5_000;

/** Reads for work in the background, beside the thread that reads for pages. */
export class AsideReader {
  readonly #reader: SqliteReader;
  #idle: NodeJS.Timeout | undefined;

  constructor(library: SqliteName, file: string) {
    this.#reader = new SqliteReader(library, file, MEMORY);
  }

  async moment<T>(work: (session: Moment) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    try {
      return await this.#reader.moment(work);
    } finally {
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => void this.#reader.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#reader.close();
  }
}
