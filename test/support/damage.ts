import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { encodeState } from "../../src/state/disk/codec.ts";
import { stateWith } from "./fixtures.ts";

/** The same bytes with one bit flipped. */
export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** `count` random bits of a file; always the same ones. */
export function someBits(bytes: Buffer, count: number): number[] {
  return fc.sample(fc.nat(bytes.length * 8 - 1), { numRuns: count, seed: 20_261_120 });
}

/** Well-formed texts that are not a valid state of this program. */
export const FOREIGN_TEXTS = {
  "another program's JSON": '{\n  "name": "something-else",\n  "version": "1.0.0"\n}\n',
  "an older schemaVersion": JSON.stringify({ ...stateWith(), schemaVersion: 0 }),
  "a newer schemaVersion": JSON.stringify({ schemaVersion: 2, days: [] }),
  "another program's state": encodeState(stateWith({ program: "another-program" })),
} as const;

/** New content for a file, or a function that creates something else at its path. */
export type Content = string | Uint8Array | ((path: string) => unknown);

/** Creates something at a path that is not a regular file. */
export const NOT_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  "a folder": (path) => mkdir(path),
  "a dangling link": (path) => symlink(`${path}.not-there`, path),
  "a pipe": (path) => execFileSync("mkfifo", [path]),
};

/** Replaces whatever is at a path. */
export async function replaceWith(path: string, content: Content): Promise<void> {
  await rm(path, { recursive: true, force: true });
  if (typeof content === "function") await content(path);
  else await writeFile(path, content, { mode: 0o600 });
}
