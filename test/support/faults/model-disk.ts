// A disk in memory with one folder that can lose power: unflushed data is then present, gone, or partly written.
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Random } from "../../../bench/corpus/random.ts";
import type { StateFiles } from "../../../src/base/disk/files.ts";

export const DIR = "/model";
const SECTOR = 512;
const { S_IFDIR, S_IFREG, O_CREAT } = constants;

interface Inode {
  readonly number: number;
  mode: number;
  /** The contents as programs read them. */
  bytes: Buffer;
  /** The contents that are safe from a power cut, if they differ. */
  flushed: Buffer | undefined;
}

type Names = Map<string, Inode>;

/** A change of the folder by one call. */
interface Change {
  readonly touched: readonly string[];
  readonly apply: (names: Names) => void;
}

/** The number of calls until a process is killed or the power is cut; a write counts once per sector. */
export interface Fuse {
  left: number;
  /** Flushes that succeed without doing anything. */
  readonly lies?: "file" | "folder";
}

export class ModelDisk {
  readonly #names: Names;
  readonly #durable: Names;
  #changes: Change[] = [];
  #inodes = 0;

  constructor(contents: Readonly<Record<string, string>> = {}) {
    this.#names = new Map();
    for (const [name, text] of Object.entries(contents)) {
      this.#names.set(name, this.#inode(Buffer.from(text), undefined));
    }
    this.#durable = new Map(this.#names);
  }

  names(): string[] {
    return [...this.#names.keys()].sort();
  }

  /** The text of a file, or undefined if there is none. */
  text(name: string): string | undefined {
    return this.#names.get(name)?.bytes.toString();
  }

  modes(): number[] {
    return [...this.#names.values()].map(({ mode }) => mode & 0o777);
  }

  /** One possible content of the disk after a power cut. */
  afterPowerCut(random: Random): ModelDisk {
    const names = new Map(this.#durable);
    for (const { apply } of durableChanges(this.#changes, random)) apply(names);
    const disk = new ModelDisk();
    const kept = new Map<Inode, Inode>();
    for (const [name, inode] of names) {
      const after = kept.get(inode) ?? disk.#inode(durableBytes(inode, random), undefined);
      kept.set(inode, after);
      disk.#names.set(name, after);
      disk.#durable.set(name, after);
    }
    return disk;
  }

  /** The file system as one process sees it; every call fails once the fuse has run out. */
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
        for (const { apply } of this.#changes) apply(this.#durable);
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
 * A selection of the changes to a folder that survive: the first ones in order, as with a journal, or any. For one name, a
 * later change never survives without the earlier ones.
 */
function durableChanges(changes: readonly Change[], random: Random): readonly Change[] {
  if (random.chance(1 / 3)) return changes.slice(0, random.between(0, changes.length));
  const lost = new Set<string>();
  return changes.filter(({ touched }) => {
    if (!touched.some((name) => lost.has(name)) && random.chance(1 / 2)) return true;
    for (const name of touched) lost.add(name);
    return false;
  });
}

/** What survived of a file: the flushed contents, and none, all or a part of the rest, or sectors of zeros. */
function durableBytes({ bytes, flushed }: Inode, random: Random): Buffer {
  if (flushed === undefined) return bytes;
  const holed = Buffer.from(bytes);
  for (let at = 0; at < holed.length; at += SECTOR)
    if (random.chance(1 / 2)) holed.subarray(at, at + SECTOR).fill(0);
  return random.pick([flushed, bytes, bytes.subarray(0, random.between(0, bytes.length)), holed]);
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: on the model disk`), { code });
}
