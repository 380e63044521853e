// The real file system, with calls that a test can observe or make fail.
import fs from "node:fs";
import type { ScanFiles } from "../../../src/usage/files.ts";

export type Call = keyof ScanFiles;

/** An error like a system error. */
export function systemError(code: string, call: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${call}`), { code, syscall: call });
}

/** Makes `call` fail with `code` for paths, or descriptors of paths, that end in `ending`. */
export function failing(call: Call, ending: string, code = "EIO"): ScanFiles {
  return watching((name, path) => {
    if (name === call && path.endsWith(ending)) throw systemError(code, call);
  });
}

/** Runs `before` just before every call. */
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
    lstatSync(path: string) {
      before("lstatSync", path);
      return fs.lstatSync(path);
    },
    statSync(path: string, options?: fs.StatSyncOptions) {
      before("statSync", path);
      return fs.statSync(path, options);
    },
  };
  return files as unknown as ScanFiles;
}
