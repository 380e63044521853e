// A state folder on which a beat's save fails, with the checks after that beat and the next one.
import assert from "node:assert/strict";
import { readFile, utimes } from "node:fs/promises";
import type { TestContext } from "node:test";
import type { State } from "../../../src/state/law/state.ts";
import { DAY, frozen, HOUR, MACHINE_ID, stateWith } from "../fixtures.ts";
import { makeHome } from "../home.ts";
import { CLI, type Ended, runProgram } from "../program.ts";
import { namesIn, stateIn } from "../state-disk.ts";

/** The message of `beat` if the state cannot be written. */
export const CANNOT =
  "Cannot write to the state folder. Fix: check the disk and the folder's owner; the saved record is intact.\n";

/** Its log message. */
const SENTENCE =
  /^cannot (?:read the state|write to the state folder|write the machine's id to the state folder): [^:]+\. Fix: .+$/;

export interface SavingHome {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Every path that a beat touches in the folder. */
  readonly paths: readonly string[];
  /** Fails unless the beat exited with 4, printed the message and logged one error. */
  assertFailed(ended: Ended): Promise<void>;
  /** Whether the state is still the old one; fails unless it is intact and either the old or the next one. */
  isOld(): Promise<boolean>;
  assertNoTemporary(): Promise<void>;
  /** Fails unless the next beat, without a fault, is done. */
  assertNextWorks(): Promise<void>;
}

/** Makes a folder with a state, a previous state and a machine id. */
export async function savingHome(
  t: TestContext,
  { dir, models = 1 }: { dir?: string; models?: number } = {},
): Promise<SavingHome> {
  const state = stateOf(models);
  const { stateDir, names, env } = await makeHome(t, {
    ...(dir !== undefined && { stateDir: dir }),
    transcripts: {},
    state,
    previous: "an earlier save\n",
    machineId: MACHINE_ID,
  });
  const { previous } = names;
  const [old, previousOld] = [await readFile(names.state), await readFile(previous)];

  const home: SavingHome = {
    dir: stateDir,
    env: { ...env, AGENT_USAGE_LIMITS: "off" },
    paths: [stateDir, ...Object.values(names), `${names.previous}.tmp`],
    async assertFailed({ code, stdout, stderr }) {
      assert.deepEqual([code, stdout], [4, CANNOT], stderr);
      const lines = stderr.trim().split("\n");
      assert.equal(lines.length, 1, stderr);
      const { level, msg } = JSON.parse(stderr) as { level: string; msg: string };
      assert.deepEqual([level, SENTENCE.exec(msg)?.[0]], ["error", msg]);
    },
    async isOld() {
      if ((await readFile(names.state)).equals(old)) return true;
      const next = await stateIn(names.state);
      assert.deepEqual([next.seq, next.days[FROZEN_DAY]], [state.seq + 1, state.days[FROZEN_DAY]]);
      assert.ok((await readFile(previous)).equals(old) || (await readFile(previous)).equals(previousOld));
      return false;
    },
    async assertNoTemporary() {
      assert.deepEqual(
        (await namesIn(stateDir)).filter((name) => name.endsWith(".tmp")),
        [],
      );
    },
    async assertNextWorks() {
      const { seq } = await stateIn(names.state);
      // A lock that could not be released is stale after 20 s; age it instead of waiting.
      await utimes(names.lock, new Date(0), new Date(0)).catch(() => {});
      const ended = await runProgram(t, CLI, ["beat"], { env: home.env });
      assert.equal(ended.code, 0, ended.stdout + ended.stderr);
      assert.equal((await stateIn(names.state)).seq, seq + 1);
      await home.assertNoTemporary();
    },
  };
  return home;
}

const FROZEN_DAY = new Date(Date.now() - 5 * DAY).toISOString().slice(0, 10);

/** A state with one frozen day and `models` models. */
function stateOf(models: number): State {
  const counts = { requests: 1, inputTokens: 2, outputTokens: 3, cacheCreationTokens: 4, cacheReadTokens: 5 };
  const used = Object.fromEntries(
    Array.from({ length: models }, (_, i) => [
      `a-model-with-a-long-name-so-that-the-state-is-long-${i}`,
      counts,
    ]),
  );
  return stateWith({
    days: { [FROZEN_DAY]: frozen(used, Date.now() - HOUR) },
    lastBeat: {
      at: new Date(Date.now() - HOUR).toISOString(),
      limitsStatus: "disabled",
      limitsDetail: null,
      readErrors: 0,
    },
    lastGoodLimits: null,
  });
}
