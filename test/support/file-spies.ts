import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

/** The functions that only look. Every other one counts as writing, so one that a new Node brings does too. */
const LOOKING =
  /^_|^(?:access|exists|f?stat|lstat|statfs|read|readv|readdir|readlink|opendir|realpath|close|watch|watchFile|unwatchFile|glob)(?:Sync)?$/;
/** The functions that write or look, as their flag says. */
const OPENING = /^(?:open|openAsBlob|readFile|createReadStream)(?:Sync)?$/;
/** Constructors; all of them open through the functions above. */
const CLASS = /^[A-Z]/;

const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND } = fs.constants;
const WRITE_FLAGS = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;

export interface FileCall {
  /** Such as `promises.open`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Everything that is asked of node:fs and node:fs/promises from now to the test's end, passed on as it is. */
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
      if (typeof original !== "function" || CLASS.test(key) || LOOKING.test(key)) continue;
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
  // A string in second place is a flag for `open` and an encoding for `readFile`; no encoding looks like a flag.
  return typeof flag !== "string" || !/^(?:r\+|rs\+|sr\+|as?\+?|sa\+?|ax\+?|xa\+?|wx?\+?|xw\+?)$/.test(flag);
}
