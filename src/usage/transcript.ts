import { OTHER } from "../contract/index.ts";
import { type PlaceTexts, TranscriptPlace } from "./detail/transcript-place.ts";
import { Interner, NO_ID } from "./interner.ts";
import type { PlainLine } from "./kernel/decode.ts";
import type { LineSink } from "./kernel/records.ts";
import { type AdvisorCall, fastName, modelName, type UsageLine, versionOf } from "./line.ts";
import { NO_ROW, Requests } from "./requests.ts";
import type { UsageAt } from "./usage-table.ts";
import { Versions } from "./versions.ts";

/** What the transcripts of a scanner share. */
export class UsageStore {
  requests = new Requests();
  readonly models = new Interner(modelName);
  readonly versions = new Interner(versionOf);
  readonly places: PlaceTexts | undefined;
  /** By model. */
  readonly #fastModels: (number | undefined)[] = [];

  /** @param places undefined if nobody asks where usage went */
  constructor(places?: PlaceTexts) {
    this.places = places;
  }

  /** The model of a request in fast mode (rule SCAN-23). */
  fastModel(model: number): number {
    let fast = this.#fastModels[model];
    if (fast === undefined) {
      fast = this.models.idOfText(fastName(this.models.texts[model] ?? ""));
      this.#fastModels[model] = fast;
    }
    return fast;
  }
}

/** The contents of one transcript, for any range of days. */
export class Transcript implements LineSink {
  /** The number of its rows in `Requests`. */
  id: number;
  readonly versions = new Versions();
  skippedLines = 0;
  readonly place: TranscriptPlace | undefined;
  readonly #store: UsageStore;
  /** The row of the last line; `NO_ROW` if it was not better than another. */
  #lastRow = NO_ROW;

  constructor(id: number, store: UsageStore) {
    this.id = id;
    this.#store = store;
    this.place = store.places && new TranscriptPlace(store.places);
  }

  plain(line: PlainLine, bytes: Buffer): void {
    const { requests, models, versions } = this.#store;
    this.#add(
      requests.keys.of(line.ids),
      models.idOfLabel(bytes, line.model),
      line.version.length === 0 ? NO_ID : versions.idOfLabel(bytes, line.version),
      line,
    );
  }

  decoded(line: UsageLine): void {
    const { requests, models, versions } = this.#store;
    this.#add(requests.keys.of(line.ids), models.idOfText(line.model), versions.idOfText(line.version), line);
  }

  advisorCall(call: AdvisorCall): void {
    if (this.#lastRow === NO_ROW) return;
    const { requests, models } = this.#store;
    const model = this.#modelOf(models.idOfText(call.model), call);
    requests.advisorCalls.add(this.#lastRow, model, models.idOfText(OTHER), call);
  }

  skipped(lines: number): void {
    this.skippedLines += lines;
  }

  #add(key: number, model: number, version: number, line: UsageAt & Pick<AdvisorCall, "isFast">): void {
    this.#lastRow = this.#store.requests.add(this.id, key, this.#modelOf(model, line), line);
    if (version !== NO_ID) this.versions.add(line.at, version);
  }

  #modelOf(model: number, { isFast }: Pick<AdvisorCall, "isFast">): number {
    return isFast ? this.#store.fastModel(model) : model;
  }
}
