import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

/** Functions that only read. Every other one counts as writing, including any that a new Node version adds. */
const READING =
  /^_|^(?:access|exists|f?stat|lstat|statfs|read|readv|readdir|readlink|opendir|realpath|close|watch|watchFile|unwatchFile|glob)(?:Sync)?$/;
/** Functions that read or write, depending on their flag. */
const OPENING = /^(?:open|openAsBlob|readFile|createReadStream)(?:Sync)?$/;
/** Constructors; all of them open files through the functions above. */
const CLASS = /^[A-Z]/;

const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = fs.constants;
const WRITE_FLAGS = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

export interface FileCall {
  /** For example `promises.open`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Records every call to node:fs and node:fs/promises from now to the end of the test, and passes it on. */
export function spyOnFiles(t: TestContext) {
  const writes: FileCall[] = [];
  const reads: FileCall[] = [];
  const names: string[] = [];
  const layers = [
    ["fs", fs],
    ["promises", fs.promises],
  ] as const;
  for (const [layer, functions] of layers) {
    const table = functions as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const key of Object.keys(table)) {
      const original = Object.getOwnPropertyDescriptor(table, key)?.value;
      if (typeof original !== "function" || CLASS.test(key) || READING.test(key)) continue;
      const name = `${layer}.${key}`;
      names.push(name);
      t.mock.method(table, key, function (this: unknown, ...args: unknown[]) {
        (OPENING.test(key) && onlyReads(args) ? reads : writes).push({ name, args });
        return Reflect.apply(original, this, args);
      });
    }
  }
  syncBuiltinESMExports();
  const stop = () => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  };
  t.after(stop);
  return { writes, reads, names, stop };
}

function onlyReads([, second]: readonly unknown[]): boolean {
  const isOptions = typeof second === "object" && second !== null;
  const flag: unknown = isOptions
    ? "flag" in second
      ? second.flag
      : "flags" in second
        ? second.flags
        : "r"
    : second;
  if (typeof flag === "number") return (flag & WRITE_FLAGS) === 0;
  // A string as second argument is a flag for `open` and an encoding for `readFile`; no encoding looks like a flag.
  return typeof flag !== "string" || !/^(?:r\+|rs\+|sr\+|as?\+?|sa\+?|ax\+?|xa\+?|wx?\+?|xw\+?)$/.test(flag);
}
