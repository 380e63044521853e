// A command that hangs and has a child that ignores every signal but SIGKILL.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "./folder.ts";

/** Longer than a test looks at them. In seconds. */
const SLEEP_S = 120;
const POLL_MS = 10;
/** How often to look whether they have ended, before the test fails. */
const MAX_LOOKS = 1_500;

export interface Sleepers {
  readonly command: readonly string[];
  /** Has a line for each of them once it runs. */
  readonly file: string;
  /** Resolves once both are running. */
  readonly started: () => Promise<readonly number[]>;
  /** Resolves once those that were started have ended; fails if they do not. @param least 0 if a time limit may come first */
  readonly assertGone: (least?: number) => Promise<void>;
}

export async function startSleepers(t: TestContext): Promise<Sleepers> {
  const file = join(await temporaryFolder(t), "pids");
  const child = `trap "" HUP INT TERM; echo $$ >>"$0"; exec sleep ${SLEEP_S}`;
  const script = `trap "" HUP INT TERM; sh -c '${child}' "$1" & echo $$ >>"$1"; wait`;
  const pids = async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map(Number);
  };
  const started = async () => {
    for (;;) {
      const found = await pids();
      if (found.length === 2) return found;
      await pause(POLL_MS);
    }
  };
  t.after(async () => {
    for (const pid of await pids()) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  });
  return {
    command: ["sh", "-c", script, "sh", file],
    file,
    started,
    async assertGone(least = 2) {
      const found = await pids();
      assert.ok(found.length >= least, "both were started");
      for (let look = 0; look < MAX_LOOKS && found.some(isRunning); look++) await pause(POLL_MS);
      assert.deepEqual(found.filter(isRunning), []);
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
