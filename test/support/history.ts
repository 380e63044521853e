import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { addDays } from "../../src/base/calendar.ts";
import type { Days, Snapshot } from "../../src/contract/index.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import type { State } from "../../src/state/law/state.ts";
import { makeWorld, type World } from "./beat-world.ts";
import { snapshotIn } from "./collector.ts";
import { beatAt, DAY, frozen, NOW, open, stateWith, TODAY, used, YESTERDAY } from "./fixtures.ts";
import { temporaryFolder } from "./folder.ts";
import { openUsable, stateIn } from "./state-disk.ts";
import { requestLine } from "./transcript.ts";

/** A state folder with two saves. */
export interface SavedFolder {
  readonly dir: string;
  readonly names: ReturnType<typeof stateNames>;
  /** The state of the last save, and of the one before it. */
  readonly saved: State;
  readonly before: State;
}

/** `count` days that end with `last`: the last two open, the others frozen. */
function daysTo(last: string, count: number): Days {
  const days = Array.from({ length: count }, (_, ago) => [
    addDays(last, -ago),
    ago < 2 ? open(used(ago + 1)) : frozen(used(ago * 7, ago * 9973), NOW - ago * DAY),
  ]);
  return Object.fromEntries(days) as Days;
}

/** Makes a state folder with two saves a day apart: the state and the previous one. */
export async function savedFolder(t: TestContext): Promise<SavedFolder> {
  const dir = await temporaryFolder(t);
  const names = stateNames(dir);
  const { state, save } = await openUsable(dir);
  const { stateId } = state;
  await save(
    stateWith({
      stateId,
      seq: 0,
      days: daysTo(YESTERDAY, 5),
      lastBeat: beatAt(NOW - DAY),
      agentVersion: "2.1.89",
    }),
  );
  await save(stateWith({ stateId, seq: 1, days: daysTo(TODAY, 6), lastBeat: beatAt(NOW) }));
  return { dir, names, saved: await stateIn(names.state), before: await stateIn(names.previous) };
}

/** A world with beats on two days, whose agent has since deleted the transcripts of the frozen days. */
export interface UsedWorld extends World {
  readonly names: ReturnType<typeof stateNames>;
  /** The last snapshot pushed before the test's damage. */
  readonly known: Snapshot;
}

export const NEXT_BEAT_AT = "2026-11-20T17:15:00.000Z";

export async function usedWorld(t: TestContext): Promise<UsedWorld> {
  const world = await makeWorld(t);
  for (const day of ["15", "16", "17", "18"]) {
    const at = `2026-11-${day}T16:00:00.000Z`;
    world.write(`old/${day}.jsonl`, [requestLine({ at }), requestLine({ at })], at);
  }
  const yesterday = "2026-11-19T16:00:00.000Z";
  world.write("project/yesterday.jsonl", [requestLine({ at: yesterday })], yesterday);
  await world.beat({ at: "2026-11-19T17:00:00.000Z" });
  await world.beat();
  await rm(join(world.root, "old"), { recursive: true });
  world.logged.splice(0);
  const known = snapshotIn(world.collector.requests.at(-1));
  return { ...world, names: stateNames(world.stateDir), known };
}

/** The lines of a world's log at error level. */
export function errorsIn(logged: readonly string[]): string[] {
  return logged.filter((text) => text.startsWith("error "));
}
