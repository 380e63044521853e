import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { realFiles, type StateFiles } from "../../src/base/disk/files.ts";

export interface FileCall {
  /** The function, for example `rename`; for an open file `handle.sync`. */
  readonly name: string;
  /** The function and the base name of its first path. */
  readonly label: string;
  /** Counted from 0. */
  readonly index: number;
}

/** The error code a call fails with, or undefined to pass it on. */
export type Fault = (call: FileCall) => string | undefined;

type Call = (...args: unknown[]) => unknown;

const HANDLE_CALLS = ["chmod", "writeFile", "stat", "sync", "close"];

/** The real file system with some calls failing. Records the calls and counts the open files. */
export function failingFiles(fault: Fault = () => undefined) {
  const calls: FileCall[] = [];
  let openHandles = 0;

  function failure(name: string, path: unknown): Error | undefined {
    const label = `${name} ${typeof path === "string" ? basename(path) : ""}`.trim();
    const call = { name, label, index: calls.length };
    calls.push(call);
    const code = fault(call);
    return code === undefined ? undefined : Object.assign(new Error(`${code}: injected`), { code });
  }

  function wrapHandle(handle: FileHandle, path: unknown): FileHandle {
    const table = handle as unknown as Record<string, Call>;
    return new Proxy(handle, {
      get(_, key: string) {
        const original = table[key];
        if (typeof original !== "function") return original;
        const pass = (...args: unknown[]) => Reflect.apply(original, handle, args);
        if (!HANDLE_CALLS.includes(key)) return pass;
        return async (...args: unknown[]) => {
          const error = failure(`handle.${key}`, path);
          // A failed write leaves a part of the data; a failed close has closed the file anyway.
          if (error !== undefined && key === "writeFile") {
            await handle.writeFile((args[0] as Buffer).subarray(0, 20));
          }
          if (key === "close") openHandles--;
          const result = error === undefined || key === "close" ? await pass(...args) : undefined;
          if (error !== undefined) throw error;
          return result;
        };
      },
    });
  }

  const table = realFiles as unknown as Record<string, Call>;
  const files = new Proxy(realFiles, {
    get(_, name: string) {
      return async (...args: unknown[]) => {
        const error = failure(name, args[0]);
        if (error !== undefined) throw error;
        const result = await table[name]?.(...args);
        if (name !== "open") return result;
        openHandles++;
        return wrapHandle(result as FileHandle, args[0]);
      };
    },
  }) as StateFiles;

  return { files, calls, openHandles: () => openHandles };
}

/** Fails the call with this index; with `forever` all later ones too. */
export function failAt(index: number, code: string, { forever = false } = {}): Fault {
  return (call) => (call.index === index || (forever && call.index > index) ? code : undefined);
}
