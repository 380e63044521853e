// A file system that fails where a test says so: the real one otherwise.
import fs from "node:fs";
import type { ScanFiles } from "../../../src/usage/files.ts";

export type Call = keyof ScanFiles;

/** As the system answers. */
export function systemError(code: string, call: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${call}`), { code, syscall: call });
}

/** `call` answers `code` for paths (or, in reads, for descriptors of paths) that end in `ending`. */
export function failing(call: Call, ending: string, code = "EIO"): ScanFiles {
  return watching((name, path) => {
    if (name === call && path.endsWith(ending)) throw systemError(code, call);
  });
}

/** Tells of every call just before it is made. */
export function watching(before: (call: Call, path: string) => void): ScanFiles {
  const paths = new Map<number, string>();
  const files = {
    openSync(path: string, ...rest: [number]) {
      before("openSync", path);
      const descriptor = fs.openSync(path, ...rest);
      paths.set(descriptor, path);
      return descriptor;
    },
    closeSync(descriptor: number) {
      before("closeSync", paths.get(descriptor) ?? "");
      fs.closeSync(descriptor);
    },
    fstatSync(descriptor: number) {
      before("fstatSync", paths.get(descriptor) ?? "");
      return fs.fstatSync(descriptor);
    },
    readSync(descriptor: number, ...rest: [Buffer, number, number, number]) {
      before("readSync", paths.get(descriptor) ?? "");
      return fs.readSync(descriptor, ...rest);
    },
    readdirSync(path: string, options: { withFileTypes: true }) {
      before("readdirSync", path);
      return fs.readdirSync(path, options);
    },
    statSync(path: string, options?: fs.StatSyncOptions) {
      before("statSync", path);
      return fs.statSync(path, options);
    },
  };
  return files as unknown as ScanFiles;
}
