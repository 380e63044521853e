// A first beat that finds nothing does not cost the month (rules DAYS-12 to DAYS-14).
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { addDays, daysFrom } from "../../src/base/calendar.ts";
import type { Days } from "../../src/contract/index.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { DAY, emptyState, frozen, NOTHING, NOW, OLDEST_KEPT, open, TODAY } from "../support/fixtures.ts";
import { putState } from "../support/state-disk.ts";
import { requestLine } from "../support/transcript.ts";

const FIRST = addDays(OLDEST_KEPT, 3);
const USED = daysFrom(FIRST, TODAY);

/** A world with a request on each of the last 33 days, and the settings that name the wrong folder. */
async function usedMonth(t: TestContext) {
  const world = await makeWorld(t);
  await rm(join(world.root, "project"), { recursive: true });
  for (const day of USED) {
    const at = `${day}T16:00:00.000Z`;
    world.write(`p/${day}.jsonl`, [requestLine({ at })], at);
  }
  return { world, wrong: { ...world.config, transcriptRoots: [join(world.home, "typo")] } };
}

const requests = (days: Days) =>
  Object.values(days).reduce((sum, { models }) => sum + (models["model-a"]?.requests ?? 0), 0);
const pushed = ({ collector }: World) => snapshotIn(collector.requests.at(-1)).usage;

test("beats with a wrong setting freeze and push nothing before today; the right one then counts every day", async (t) => {
  const { world, wrong } = await usedMonth(t);
  for (const minutes of [0, 15]) {
    const at = new Date(NOW + minutes * 60_000).toISOString();
    const result = await world.beat({ config: wrong, at });
    assert.equal(result.status === "done" && result.frozen, 0);
    assert.deepEqual(pushed(world).days, [{ day: TODAY, state: "open", models: [] }]);
  }
  await world.beat({ at: new Date(NOW + 30 * 60_000).toISOString() });
  const { days, recordSince } = await world.state();
  assert.deepEqual(Object.keys(days), USED);
  assert.equal(requests(days), USED.length);
  assert.equal(recordSince, FIRST);
  assert.deepEqual([pushed(world).since, pushed(world).days.length], [FIRST, USED.length]);
});

test("a wrong setting for three days: the right one then counts every day that is still kept", async (t) => {
  const { world, wrong } = await usedMonth(t);
  for (const ago of [3, 2, 1]) {
    await world.beat({ config: wrong, at: new Date(NOW - ago * DAY).toISOString() });
  }
  await world.beat();
  assert.equal(requests((await world.state()).days), USED.length);
});

test("a state whose days an earlier version froze empty counts them all again", async (t) => {
  const { world } = await usedMonth(t);
  const empty = daysFrom(OLDEST_KEPT, addDays(TODAY, -2)).map((day) => [day, frozen(NOTHING)]);
  const days = { ...(Object.fromEntries(empty) as Days), [TODAY]: open(NOTHING) };
  await world.beat({ config: { ...world.config, transcriptRoots: [join(world.home, "typo")] } });
  await putState(world.stateDir, emptyState({ days }));
  await world.beat();
  assert.equal(requests((await world.state()).days), USED.length);
});

test("a state that is lost and restored from its copy keeps its beginning and its frozen days", async (t) => {
  const { world } = await usedMonth(t);
  await world.beat();
  await world.beat({ at: new Date(NOW + 15 * 60_000).toISOString() });
  const { days, recordSince } = await world.state();
  await rm(stateNames(world.stateDir).state);
  await rm(join(world.root, "p"), { recursive: true });
  await world.beat({ at: new Date(NOW + 30 * 60_000).toISOString() });
  const restored = await world.state();
  assert.equal(restored.recordSince, recordSince);
  for (const day of USED.slice(0, -2)) assert.deepEqual(restored.days[day], days[day]);
});

test("days frozen empty after the record began stay as they are", async (t) => {
  const { world } = await usedMonth(t);
  const gap = [addDays(FIRST, 5), addDays(FIRST, 6)];
  for (const day of gap) await rm(join(world.root, `p/${day}.jsonl`));
  await world.beat();
  for (const day of gap) {
    const at = `${day}T16:00:00.000Z`;
    world.write(`p/${day}.jsonl`, [requestLine({ at })], at);
  }
  await world.beat({ at: new Date(NOW + 15 * 60_000).toISOString() });
  const { days } = await world.state();
  assert.deepEqual(
    gap.map((day) => days[day]?.models),
    [NOTHING, NOTHING],
  );
  assert.equal(requests(days), USED.length - gap.length);
});
