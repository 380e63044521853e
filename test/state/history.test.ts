// The history of the limits, from which a screen forecasts. Losing it harms nothing else.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { decodeHistory, encodeHistory } from "../../src/state/history/codec.ts";
import { noteLimits, readHistory } from "../../src/state/history/file.ts";
import { failAt, failingFiles } from "../support/failing-files.ts";
import { at, DAY, HOUR, MINUTE, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const RESET = at(NOW + 2 * HOUR);
const SESSION = { kind: "session", group: "session", model: null, severity: "normal", resetsAt: RESET };
const WEEK = { kind: "weekly_scoped", group: "weekly", model: "Large", resetsAt: null };

const fetched = (time: number, ...items: object[]) => ({
  fetchedAt: at(time),
  items: items as (typeof SESSION)[],
});
const session = (percent: number, rest: object = {}) => ({ ...SESSION, percent, ...rest });

/** The percents that the history holds after these fetches, 15 minutes apart. */
async function percentsAfter(
  t: Parameters<typeof temporaryFolder>[0],
  ...items: object[][]
): Promise<number[]> {
  const folder = stateFolder(await temporaryFolder(t));
  for (const [index, found] of items.entries())
    await noteLimits(folder, fetched(NOW + index * 15 * MINUTE, ...found));
  return (await readHistory(folder)).map(({ percent }) => percent);
}

test("a reading comes back as it was fetched, to the second", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  await noteLimits(folder, fetched(NOW, session(42), { ...WEEK, percent: 7 }));
  assert.deepEqual(await readHistory(folder), [
    { ...SESSION, percent: 42, fetchedAt: at(NOW) },
    { ...WEEK, percent: 7, fetchedAt: at(NOW) },
  ]);
});

test("a reading that repeats the one before is left out", async (t) => {
  assert.deepEqual(await percentsAfter(t, [session(1)], [session(1)], [session(2)], [session(2)]), [1, 2]);
});

test("a reset that moved by a minute or less is the same reading", async (t) => {
  const drifted = session(1, { resetsAt: at(NOW + 2 * HOUR + MINUTE) });
  assert.deepEqual(await percentsAfter(t, [session(1)], [drifted]), [1]);
});

for (const [what, rest] of [
  ["reset", { resetsAt: at(NOW + 2 * HOUR + MINUTE + 1) }],
  ["reset that is now known", { resetsAt: null }],
  ["severity", { severity: "warning" }],
] as const) {
  test(`a changed ${what} is a new reading`, async (t) => {
    assert.deepEqual(await percentsAfter(t, [session(1)], [session(1, rest)]), [1, 1]);
  });
}

test("an item without a figure is left out", async (t) => {
  assert.deepEqual(await percentsAfter(t, [WEEK], [session(3)]), [3]);
});

test("of two items that name the same limit, the higher figure counts", async (t) => {
  assert.deepEqual(
    await percentsAfter(t, [session(3), session(5), session(5)], [session(5), session(3)]),
    [5],
  );
});

test("a reset that is no time reads as unknown", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  await noteLimits(folder, fetched(NOW, session(1, { resetsAt: "soon" })));
  assert.equal((await readHistory(folder))[0]?.resetsAt, null);
});

test("35 days of readings are kept, and the days before them dropped", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  for (let day = 0; day < 40; day++)
    await noteLimits(folder, fetched(NOW + day * DAY, session(day), session(day)));
  const days = (await readHistory(folder)).map(({ fetchedAt }) => fetchedAt);
  assert.deepEqual([days.length, days[0]], [35, at(NOW + 5 * DAY)]);
});

test("a clock that is a year ahead for a day drops one day of readings, not the history", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  for (let day = 0; day < 35; day++) await noteLimits(folder, fetched(NOW + day * DAY, session(day)));
  for (let beat = 0; beat < 10; beat++)
    await noteLimits(folder, fetched(NOW + 400 * DAY + beat * MINUTE, session(50 + beat)));
  const kept = (await readHistory(folder)).filter(({ fetchedAt }) => fetchedAt < at(NOW + 36 * DAY));
  assert.equal(kept.length, 34);
});

test("at its worst the file stays under 300 kB, and keeps the newest readings", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  const name = (beat: number, index: number) => `${beat}-${index}-`.padEnd(128, "\u0001");
  for (let beat = 0; beat < 60; beat++) {
    const items = Array.from({ length: 12 }, (_, index) =>
      session(beat, { kind: name(beat, index), group: name(beat, index), model: name(beat, index) }),
    );
    await noteLimits(folder, fetched(NOW + beat * 15 * MINUTE, ...items));
  }
  assert.ok((await stat(folder.names.history)).size < 300_000);
  const percents = (await readHistory(folder)).map(({ percent }) => percent);
  assert.equal(percents.at(-1), 59);
});

test("a week in which 12 limits change at every refresh fits under 300 kB", async () => {
  const readings = Array.from({ length: 7 * 96 }, (_, beat) =>
    Array.from({ length: 12 }, (_, index) => ({
      ...WEEK,
      model: `Model ${index}`,
      percent: beat % 101,
      resetsAt: at(NOW + beat * HOUR),
      fetchedAt: at(NOW + beat * 15 * MINUTE),
    })),
  ).flat();
  const text = encodeHistory(readings);
  assert.ok(text.length < 300_000);
  assert.deepEqual(await decodeHistory(text), { status: "ok", readings });
});

test("the file has mode 600, and no temporary file is left", async (t) => {
  const dir = await temporaryFolder(t);
  const before = process.umask(0);
  t.after(() => process.umask(before));
  await noteLimits(stateFolder(dir), fetched(NOW, session(1)));
  await chmod(stateNames(dir).history, 0o666);
  await noteLimits(stateFolder(dir), fetched(NOW + HOUR, session(2)));
  assert.equal(await modeOf(stateNames(dir).history), 0o600);
  assert.deepEqual(await namesIn(dir), ["history.json", "history.json.prev"]);
});

test("a file with any bit flipped or cut off anywhere loses at most the last change", async (t) => {
  const dir = await temporaryFolder(t);
  const folder = stateFolder(dir);
  for (const percent of [1, 2, 3]) await noteLimits(folder, fetched(NOW + percent * HOUR, session(percent)));
  const intact = await readFile(folder.names.history);
  const percents = async () => (await readHistory(folder)).map(({ percent }) => percent);
  const full = JSON.stringify(await percents());
  await fc.assert(
    fc.asyncProperty(fc.nat(intact.length - 2), fc.nat(8), async (index, bit) => {
      const damaged = Buffer.from(intact);
      damaged[index] = (damaged[index] ?? 0) ^ (1 << bit);
      await writeFile(folder.names.history, bit === 8 ? intact.subarray(0, index) : damaged);
      const found = JSON.stringify(await percents());
      assert.ok(found === "[1,2]" || found === full, `${index} ${bit}: ${found}`);
    }),
  );
});

test("after damage, the next change goes on from the previous file", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  for (const percent of [1, 2, 3]) await noteLimits(folder, fetched(NOW + percent * HOUR, session(percent)));
  await truncate(folder.names.history, 10);
  await noteLimits(folder, fetched(NOW + 4 * HOUR, session(4)));
  await truncate(folder.names.history, 10);
  assert.deepEqual(
    (await readHistory(folder)).map(({ percent }) => percent),
    [1, 2],
  );
});

test("whichever call fails, noting does not fail, and leaves the old history or the new one", async (t) => {
  for (let index = 0, clean = false; !clean; index++) {
    const dir = await temporaryFolder(t);
    for (const percent of [1, 2])
      await noteLimits(stateFolder(dir), fetched(NOW + percent, session(percent)));
    const { files, calls, openHandles } = failingFiles(failAt(index, "ENOSPC"));
    await noteLimits(stateFolder(dir, files), fetched(NOW + HOUR, session(3)));
    const percents = (await readHistory(stateFolder(dir))).map(({ percent }) => percent);
    assert.ok(
      [1, 2, 3].slice(0, percents.length).join() === percents.join(),
      `${calls[index]?.label}: ${percents.join()}`,
    );
    assert.ok(percents.length >= 1, calls[index]?.label);
    assert.equal((await namesIn(dir)).filter((name) => name.endsWith(".tmp")).length, 0, calls[index]?.label);
    assert.equal(openHandles(), 0);
    clean = calls.length <= index;
  }
});

for (const [what, change] of [
  ["a newer version", { schemaVersion: 2 }],
  ["another program", { program: "another" }],
] as const) {
  test(`a history of ${what} is left as it is`, async (t) => {
    const folder = stateFolder(await temporaryFolder(t));
    const { sum: _sum, ...content } = JSON.parse(encodeHistory([]));
    const changed = { ...content, ...change };
    const sum = createHash("sha256").update(JSON.stringify(changed)).digest("hex");
    const text = JSON.stringify({ ...changed, sum });
    await writeFile(folder.names.history, text);
    await noteLimits(folder, fetched(NOW, session(1)));
    assert.equal(await readFile(folder.names.history, "utf8"), text);
    assert.deepEqual(await readHistory(folder), []);
  });
}

test("a folder in place of the history is no failure", async (t) => {
  const folder = stateFolder(await temporaryFolder(t));
  await mkdir(folder.names.history);
  await noteLimits(folder, fetched(NOW, session(1)));
  assert.deepEqual(await readHistory(folder), []);
});
