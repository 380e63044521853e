import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { encodeState } from "../../src/state/disk/codec.ts";
import { stateWith } from "./state.ts";

/** The same bytes with one bit turned over. */
export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** So many bits of a file, always the same ones. */
export function someBits(bytes: Buffer, count: number): number[] {
  return fc.sample(fc.nat(bytes.length * 8 - 1), { numRuns: count, seed: 20_261_120 });
}

/** What a file's place may hold that is no whole state of ours, but looks like something. */
export const FOREIGN_TEXTS = {
  "another program's JSON": '{\n  "name": "something-else",\n  "version": "1.0.0"\n}\n',
  "an older schemaVersion": JSON.stringify({ ...stateWith(), schemaVersion: 0 }),
  "a newer schemaVersion": JSON.stringify({ schemaVersion: 2, days: [] }),
  "another program's state": encodeState(stateWith({ program: "another-program" })),
} as const;

/** What a file may be made to hold, or what makes something else in its place. */
export type Content = string | Uint8Array | ((path: string) => unknown);

/** Puts something in a file's place that is no file. */
export const PUT_IN_PLACE: Readonly<Record<string, (path: string) => unknown>> = {
  "a folder": (path) => mkdir(path),
  "a dangling link": (path) => symlink(`${path}.not-there`, path),
  "a pipe": (path) => execFileSync("mkfifo", [path]),
};

/** Replaces what is at a path, whatever it is. */
export async function replaceWith(path: string, content: Content): Promise<void> {
  await rm(path, { recursive: true, force: true });
  if (typeof content === "function") await content(path);
  else await writeFile(path, content, { mode: 0o600 });
}
