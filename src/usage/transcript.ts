import type { LineSink } from "./kernel/kernel.ts";
import type { PlainLine } from "./kernel/pieces.ts";
import { Labels, NO_LABEL } from "./labels.ts";
import { modelName, type UsageLine, versionOf } from "./line.ts";
import { Requests } from "./requests.ts";
import type { Usage } from "./rows.ts";
import { Versions } from "./versions.ts";

/** What a scanner knows of all transcripts. */
export class Knowledge {
  requests = new Requests();
  readonly models = new Labels(modelName);
  readonly versions = new Labels(versionOf);
}

/** What one transcript holds, free of any day: which lines count is settled when the days are known. */
export class Transcript implements LineSink {
  /** What its lines are filed under. */
  number: number;
  readonly versions = new Versions();
  skippedLines = 0;
  readonly #knowledge: Knowledge;

  constructor(number: number, knowledge: Knowledge) {
    this.number = number;
    this.#knowledge = knowledge;
  }

  plain(line: PlainLine, bytes: Buffer): void {
    const { requests, models, versions } = this.#knowledge;
    this.#take(
      requests.keys.ofPieces(bytes, line.messageId, line.requestId),
      models.ofPiece(bytes, line.model),
      line.version.length === 0 ? NO_LABEL : versions.ofPiece(bytes, line.version),
      line,
    );
  }

  odd(line: UsageLine): void {
    const { requests, models, versions } = this.#knowledge;
    this.#take(
      requests.keys.ofText(line.messageId, line.requestId),
      models.ofText(line.model),
      versions.ofText(line.version),
      line,
    );
  }

  skipped(lines: number): void {
    this.skippedLines += lines;
  }

  #take(key: number, model: number, version: number, usage: Usage): void {
    this.#knowledge.requests.take(this.number, key, model, usage);
    if (version !== NO_LABEL) this.versions.see(usage.at, version);
  }
}
