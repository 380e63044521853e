import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { StateFiles } from "../../src/base/disk/files.ts";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import { openState } from "../../src/state/disk/open.ts";
import type { OpenedState } from "../../src/state/disk/opened-state.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { NOW, stateWith } from "./fixtures.ts";

export type Opened = Extract<OpenedState, { status: "ok" }>;

/** Opens a state; fails unless it is usable. */
export async function openUsable(dir: string, files?: StateFiles): Promise<Opened> {
  const opened = await openState(stateFolder(dir, files), NOW);
  assert.equal(opened.status, "ok");
  return opened as Opened;
}

/** Writes a valid state file to the folder. */
export async function putState(dir: string, state: State = stateWith()): Promise<void> {
  await putFile(stateNames(dir).state, encodeState(state));
}

/** Writes a file with the mode of the program's files. */
export async function putFile(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
}

/** The state in a file; fails unless it is intact. */
export async function stateIn(path: string): Promise<State> {
  const decoded = await decodeState(await readFile(path, "utf8"));
  assert.equal(decoded.status, "ok", `${decoded.status} instead of an intact state`);
  return (decoded as Extract<typeof decoded, { status: "ok" }>).state;
}

export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** The sorted names in a folder. */
export async function namesIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).sort();
}
