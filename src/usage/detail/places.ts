import { basename } from "node:path";
import type { Disk } from "../disk.ts";
import type { ScanFiles } from "../files.ts";
import { NO_ID } from "../interner.ts";
import { ProjectFolders } from "./project-folders.ts";
import { shortNames } from "./short-names.ts";
import type { PlaceTexts, TranscriptPlace } from "./transcript-place.ts";

const EXTENSION = ".jsonl";

export interface PlacedFile {
  readonly path: string;
  readonly place: TranscriptPlace | undefined;
}

/** The sessions of a scan's transcripts, and the folders that they began in. */
export class Places {
  /** By transcript. */
  readonly #sessions: Int32Array;
  /** By session: the folder that it began in, which its own transcript knows best. */
  readonly #folders = new Map<number, number>();
  readonly #texts: PlaceTexts;

  constructor(files: readonly PlacedFile[], texts: PlaceTexts) {
    this.#texts = texts;
    this.#sessions = Int32Array.from(files, ({ path, place }) => {
      const name = basename(path, EXTENSION);
      const { session = NO_ID, folder = NO_ID } = place ?? {};
      const id = session === NO_ID ? texts.sessions.idOfText(name) : session;
      const isOwn = session === NO_ID || texts.sessions.texts[id] === name;
      if (folder !== NO_ID && (isOwn || !this.#folders.has(id))) this.#folders.set(id, folder);
      return id;
    });
  }

  /** The names of all sessions there may be, by id. */
  get sessions(): readonly string[] {
    return this.#texts.sessions.texts;
  }

  /** The paths of all folders there may be, by id. */
  get folders(): readonly string[] {
    return this.#texts.folders.texts;
  }

  /** The session of a transcript. */
  sessionOf(rank: number): number {
    return this.#sessions[rank] ?? NO_ID;
  }

  /** The folder that a session began in; `NO_ID` if none of its transcripts names one. */
  folderOf(session: number): number {
    return this.#folders.get(session) ?? NO_ID;
  }

  sessionName(session: number): string | undefined {
    return this.#texts.sessions.texts[session];
  }

  /**
   * The names of the folders' projects, by folder. A project is a folder, or the repository around it. Paths stay in here:
   * only short names come out.
   */
  projectNames(folders: Iterable<number>, disk: Disk, files: ScanFiles): Map<number, string> {
    const found = new ProjectFolders(disk, files);
    const projects = new Map<number, string>();
    for (const folder of folders) {
      const path = this.#texts.folders.texts[folder];
      if (path !== undefined) projects.set(folder, found.of(path));
    }
    const names = shortNames(new Set(projects.values()));
    return new Map([...projects].map(([folder, project]) => [folder, names.get(project) ?? ""]));
  }
}
