import { isAbsolute } from "node:path";
import { truncate } from "../../base/strings.ts";
import { Interner, NO_ID } from "../interner.ts";
import { FOLDER, type PlaceSink, SESSION } from "../kernel/records.ts";

/** The longest path that Linux accepts. */
const MAX_PATH = 4096;

/** The sessions and the folders that a scanner's transcripts name. */
export class PlaceTexts {
  readonly sessions = new Interner((id) => (id === "" ? undefined : truncate(id)));
  readonly folders = new Interner((path) => (isFolder(path) ? path : undefined));
}

/** What the first lines of a transcript say: its session, and the folder that it began in. */
export class TranscriptPlace implements PlaceSink {
  /** Ids of `PlaceTexts`; `NO_ID` if no line names one. */
  session = NO_ID;
  folder = NO_ID;
  readonly #texts: PlaceTexts;

  constructor(texts: PlaceTexts) {
    this.#texts = texts;
  }

  /** The folder ends the search: a session that is named only later is another one. */
  get sought(): number {
    if (this.folder !== NO_ID) return 0;
    return this.session === NO_ID ? SESSION | FOLDER : FOLDER;
  }

  add(session: string, folder: string): void {
    if (this.session === NO_ID) this.session = this.#texts.sessions.idOfText(session);
    this.folder = this.#texts.folders.idOfText(folder);
  }
}

function isFolder(path: string): boolean {
  return path !== "" && path.length <= MAX_PATH && isAbsolute(path);
}
