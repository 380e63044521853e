// A disk with one folder, in memory, that may lose power: what was not flushed is then there, or gone, or half there.
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Random } from "../../bench/corpus/random.ts";
import type { StateFiles } from "../../src/base/disk/files.ts";

export const DIR = "/model";
const SECTOR = 512;
const { S_IFDIR, S_IFREG, O_CREAT } = constants;

interface Inode {
  readonly number: number;
  mode: number;
  /** As programs read it. */
  bytes: Buffer;
  /** As it is sure to be after a power cut, where that is not the same. */
  flushed: Buffer | undefined;
}

type Names = Map<string, Inode>;

/** What one call changes in the folder. */
interface Change {
  readonly touched: readonly string[];
  readonly apply: (names: Names) => void;
}

/** How many calls a process has before it is killed, or the power is cut; a write takes one a sector. */
export interface Fuse {
  left: number;
  /** Flushes that are answered and not done. */
  readonly lies?: "file" | "folder";
}

export class ModelDisk {
  readonly #names: Names;
  readonly #lasting: Names;
  #changes: Change[] = [];
  #inodes = 0;

  constructor(contents: Readonly<Record<string, string>> = {}) {
    this.#names = new Map();
    for (const [name, text] of Object.entries(contents)) {
      this.#names.set(name, this.#inode(Buffer.from(text), undefined));
    }
    this.#lasting = new Map(this.#names);
  }

  names(): string[] {
    return [...this.#names.keys()].sort();
  }

  /** The text of a file, where there is one. */
  text(name: string): string | undefined {
    return this.#names.get(name)?.bytes.toString();
  }

  modes(): number[] {
    return [...this.#names.values()].map(({ mode }) => mode & 0o777);
  }

  /** What may stand on the disk when the power comes back. */
  afterPowerCut(random: Random): ModelDisk {
    const names = new Map(this.#lasting);
    for (const { apply } of lastingChanges(this.#changes, random)) apply(names);
    const disk = new ModelDisk();
    const kept = new Map<Inode, Inode>();
    for (const [name, inode] of names) {
      const after = kept.get(inode) ?? disk.#inode(lastingBytes(inode, random), undefined);
      kept.set(inode, after);
      disk.#names.set(name, after);
      disk.#lasting.set(name, after);
    }
    return disk;
  }

  /** The calls of one process, all of which fail once its fuse has burnt down. */
  process(fuse: Fuse): StateFiles {
    const step = () => {
      if (fuse.left <= 0) throw systemError("EPIPE");
      fuse.left--;
    };
    const files: Readonly<Record<keyof StateFiles, (...args: never[]) => unknown>> = {
      mkdir: () => undefined,
      chmod: (path: string, mode: number) => {
        if (path !== DIR) this.#at(path).mode = S_IFREG | mode;
      },
      stat: (path: string) => this.#stat(path),
      lstat: (path: string) => this.#stat(path),
      readdir: () => this.names(),
      readFile: (path: string) => this.#at(path).bytes.toString(),
      unlink: (path: string) => {
        this.#at(path);
        this.#change([path], (names, [name]) => names.delete(name));
      },
      rm: (path: string) => this.#change([path], (names, [name]) => names.delete(name)),
      link: (from: string, to: string) => {
        const inode = this.#at(from);
        if (this.#names.has(basename(to))) throw systemError("EEXIST");
        this.#change([to], (names, [name]) => names.set(name, inode));
      },
      rename: (from: string, to: string) => {
        const inode = this.#at(from);
        if (this.#names.get(basename(to)) === inode) return;
        this.#change([from, to], (names, [fromName, toName]) => {
          names.delete(fromName);
          names.set(toName, inode);
        });
      },
      open: (path: string, flags: number, mode: number) =>
        path === DIR ? this.#folderHandle(fuse, step) : this.#fileHandle(path, { flags, mode }, fuse, step),
    };
    const stepping = Object.entries(files).map(([name, call]) => [
      name,
      async (...args: never[]) => {
        step();
        return call(...args);
      },
    ]);
    return Object.fromEntries(stepping) as StateFiles;
  }

  #fileHandle(path: string, { flags, mode }: { flags: number; mode: number }, fuse: Fuse, step: () => void) {
    const name = basename(path);
    const isNew = (flags & O_CREAT) !== 0;
    if (isNew && this.#names.has(name)) throw systemError("EEXIST");
    const inode = isNew ? this.#inode(Buffer.alloc(0), Buffer.alloc(0)) : this.#at(path);
    if (isNew) {
      inode.mode = S_IFREG | mode;
      this.#change([path], (names) => names.set(name, inode));
    }
    return {
      chmod: async (to: number) => {
        step();
        inode.mode = S_IFREG | to;
      },
      writeFile: async (bytes: Buffer) => {
        for (let end = 0; end < bytes.length; ) {
          step();
          end = Math.min(end + SECTOR, bytes.length);
          inode.flushed ??= inode.bytes;
          inode.bytes = bytes.subarray(0, end);
        }
      },
      stat: async () => {
        step();
        return { size: inode.bytes.length };
      },
      sync: async () => {
        step();
        if (fuse.lies !== "file") inode.flushed = undefined;
      },
      close: async () => step(),
    } as unknown as FileHandle;
  }

  #folderHandle(fuse: Fuse, step: () => void) {
    return {
      sync: async () => {
        step();
        if (fuse.lies === "folder") return;
        for (const { apply } of this.#changes) apply(this.#lasting);
        this.#changes = [];
      },
      close: async () => step(),
    } as unknown as FileHandle;
  }

  #change<Paths extends readonly string[]>(
    paths: readonly [...Paths],
    change: (names: Names, touched: Paths) => void,
  ): void {
    const touched = paths.map((path) => basename(path));
    const apply = (names: Names) => change(names, touched as unknown as Paths);
    apply(this.#names);
    this.#changes.push({ touched, apply });
  }

  #inode(bytes: Buffer, flushed: Buffer | undefined): Inode {
    return { number: ++this.#inodes, mode: S_IFREG | 0o600, bytes, flushed };
  }

  #at(path: string): Inode {
    const inode = path === join(DIR, basename(path)) ? this.#names.get(basename(path)) : undefined;
    if (inode === undefined) throw systemError("ENOENT");
    return inode;
  }

  #stat(path: string) {
    const isFolder = path === DIR;
    const { number, mode, bytes } = isFolder
      ? { number: 0, mode: S_IFDIR | 0o700, bytes: "" }
      : this.#at(path);
    return {
      dev: 1,
      ino: number,
      mode,
      uid: process.geteuid?.() ?? 0,
      size: bytes.length,
      mtimeMs: number,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    };
  }
}

/**
 * Which changes of a folder's names lasted: the first of them, as a journal has it, or any; but of those that touch one
 * name the later never without the earlier.
 */
function lastingChanges(changes: readonly Change[], random: Random): readonly Change[] {
  if (random.chance(1 / 3)) return changes.slice(0, random.between(0, changes.length));
  const behind = new Set<string>();
  return changes.filter(({ touched }) => {
    if (!touched.some((name) => behind.has(name)) && random.chance(1 / 2)) return true;
    for (const name of touched) behind.add(name);
    return false;
  });
}

/** What lasted of a file: all that was flushed, and of the rest nothing, all, a part, or its length with sectors of zeros. */
function lastingBytes({ bytes, flushed }: Inode, random: Random): Buffer {
  if (flushed === undefined) return bytes;
  const holed = Buffer.from(bytes);
  for (let at = 0; at < holed.length; at += SECTOR)
    if (random.chance(1 / 2)) holed.subarray(at, at + SECTOR).fill(0);
  return random.pick([flushed, bytes, bytes.subarray(0, random.between(0, bytes.length)), holed]);
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: on the model disk`), { code });
}
