import { homedir } from "node:os";
import { dirname, join, normalize, resolve } from "node:path";
import type { Disk } from "../disk.ts";
import type { ScanFiles } from "../files.ts";

/** Where coding agents and git keep worktrees, inside the repository that they belong to. */
const WORKTREE = /\/\.(?:[a-z-]+|git)\/worktrees\/.*$/;
/** The file `.git` of a worktree: where the repository keeps what it knows of it. */
const GITDIR = /^gitdir: (.+?)\/\.git\/(?:worktrees|modules)\/[^\n]+\s*$/;
const MAX_GIT_FILE = 4096;

/** The projects of folders: a repository with its worktrees and subfolders is one. */
export class ProjectFolders {
  readonly #disk: Disk;
  readonly #files: ScanFiles;
  /** By folder: the repository around it. */
  readonly #known = new Map<string, string | undefined>();

  readonly #home: string | undefined;

  constructor(disk: Disk, files: ScanFiles, home: string | undefined = homeFolder()) {
    this.#disk = disk;
    this.#files = files;
    this.#home = home;
  }

  /** The repository that a folder is in; otherwise the folder itself, also if it no longer exists. */
  of(cwd: string): string {
    const folder = normalize(cwd)
      .replace(WORKTREE, "")
      .replace(/(?<=.)\/+$/, "");
    const repository = this.#repositoryOf(folder);
    // A home in git holds settings; the projects below it are not one.
    return repository === undefined || repository === this.#home ? folder : repository;
  }

  #repositoryOf(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = dirname(folder);
    const found = this.#repositoryAt(folder) ?? (parent === folder ? undefined : this.#repositoryOf(parent));
    this.#known.set(folder, found);
    return found;
  }

  /** The repository of a folder that has a `.git`. That of a worktree is a file which names the repository. */
  #repositoryAt(folder: string): string | undefined {
    const path = join(folder, ".git");
    try {
      const stat = this.#disk.stat(path);
      if (stat.isDirectory()) return folder;
      if (!stat.isFile()) return undefined;
      const [, main] = GITDIR.exec(this.#read(path)) ?? [];
      return main === undefined ? folder : resolve(folder, main);
    } catch {
      return undefined;
    }
  }

  #read(path: string): string {
    const descriptor = this.#disk.open(path);
    try {
      const bytes = Buffer.alloc(MAX_GIT_FILE);
      return bytes.toString("utf8", 0, this.#files.readSync(descriptor, bytes, 0, MAX_GIT_FILE, 0));
    } finally {
      this.#files.closeSync(descriptor);
    }
  }
}

/** Undefined for a user without one. */
function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
