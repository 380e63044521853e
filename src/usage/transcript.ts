import { Interner, NO_ID } from "./interner.ts";
import type { PlainLine } from "./kernel/decode.ts";
import type { LineSink } from "./kernel/kernel.ts";
import { modelName, type UsageLine, versionOf } from "./line.ts";
import { Requests } from "./requests.ts";
import type { Usage } from "./usage-table.ts";
import { Versions } from "./versions.ts";

/** What the transcripts of a scanner share. */
export class UsageStore {
  requests = new Requests();
  readonly models = new Interner(modelName);
  readonly versions = new Interner(versionOf);
}

/** The contents of one transcript, for any range of days. */
export class Transcript implements LineSink {
  /** The number of its rows in `Requests`. */
  id: number;
  readonly versions = new Versions();
  skippedLines = 0;
  readonly #store: UsageStore;

  constructor(id: number, store: UsageStore) {
    this.id = id;
    this.#store = store;
  }

  plain(line: PlainLine, bytes: Buffer): void {
    const { requests, models, versions } = this.#store;
    this.#add(
      requests.keys.ofSpans(bytes, line.messageId, line.requestId),
      models.idOfSpan(bytes, line.model),
      line.version.length === 0 ? NO_ID : versions.idOfSpan(bytes, line.version),
      line,
    );
  }

  decoded(line: UsageLine): void {
    const { requests, models, versions } = this.#store;
    this.#add(
      requests.keys.ofText(line.messageId, line.requestId),
      models.idOfText(line.model),
      versions.idOfText(line.version),
      line,
    );
  }

  skipped(lines: number): void {
    this.skippedLines += lines;
  }

  #add(key: number, model: number, version: number, usage: Usage): void {
    this.#store.requests.add(this.id, key, model, usage);
    if (version !== NO_ID) this.versions.add(usage.at, version);
  }
}
