// Which days a scan covers, and which files it reads (rules SCAN-12, SCAN-13).
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { scanUsage } from "../../src/usage/scan.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, lineCounts, writeFiles } from "../support/transcript.ts";
import { requestsOf, scanOf } from "../support/usage/scans.ts";

const at = (time: string): number => Date.parse(time);

async function filesRead(t: TestContext, mtime: string | number, range: { now: number; since?: string }) {
  const root = await temporaryFolder(t);
  writeFiles(root, { "a.jsonl": [line()] }, typeof mtime === "string" ? at(mtime) : mtime);
  return (await scanUsage({ roots: [root], ...range })).files;
}

/** The oldest day and the first instant of the day before it, in summer, winter and at both DST changes. */
const WINDOWS: readonly (readonly [string, string])[] = [
  ["2026-11-20", "2026-11-19T05:00:00.000Z"],
  ["2026-07-15", "2026-07-14T04:00:00.000Z"],
  ["2026-11-01", "2026-10-31T04:00:00.000Z"],
  ["2026-11-02", "2026-11-01T04:00:00.000Z"],
  ["2026-11-03", "2026-11-02T05:00:00.000Z"],
  ["2026-03-08", "2026-03-07T05:00:00.000Z"],
  ["2026-03-09", "2026-03-08T05:00:00.000Z"],
  ["2026-03-10", "2026-03-09T04:00:00.000Z"],
  ["2026-01-01", "2025-12-31T05:00:00.000Z"],
];

for (const [since, start] of WINDOWS) {
  test(`a file last modified at ${start} or later is read if ${since} is the oldest day, an earlier one is not`, async (t) => {
    const now = at(`${since}T23:00:00Z`);
    assert.equal(await filesRead(t, start, { now, since }), 1);
    assert.equal(await filesRead(t, at(start) - 1, { now, since }), 0);
  });
}

test("by default, a scan covers today and the 35 days before", async (t) => {
  const lines = [
    "2026-10-16T03:59:59.999Z",
    "2026-10-16T04:00:00.000Z",
    "2026-11-21T04:59:59.999Z",
    "2026-11-21T05:00:00.000Z",
  ];
  const { days } = await scanOf(t, { "a.jsonl": lines.map((time, id) => line({ id: `m${id}`, at: time })) });
  assert.deepEqual(Object.keys(days), ["2026-10-16", "2026-11-20"]);
});

test("a file with a time in the future is read", async (t) => {
  assert.equal(await filesRead(t, "2027-05-01T00:00:00Z", { now: at("2026-11-20T12:00:00Z") }), 1);
});

test("the best line of a request that spans midnight is found in a file last modified the day before", async (t) => {
  const root = await temporaryFolder(t);
  const before = "2026-11-20T04:59:59.000Z";
  writeFiles(root, { "old.jsonl": [line({ at: before, output: 9 })] }, at(before));
  writeFiles(root, { "new.jsonl": [line({ at: "2026-11-20T05:00:01Z", output: 8 })] });
  const { days } = await scanUsage({ roots: [root], since: "2026-11-20", now: at("2026-11-20T18:00:00Z") });
  assert.deepEqual(days, {});
});

test("lines of today count up to the last millisecond of Toronto's day, even if dated after now", async (t) => {
  const times = ["2026-11-20T05:00:00.000Z", "2026-11-21T04:59:59.999Z", "2026-11-21T05:00:00.000Z"];
  const lines = times.map((time, id) => line({ id: `m${id}`, at: time }));
  const { days } = await scanOf(
    t,
    { "a.jsonl": lines },
    { since: "2026-11-20", now: at("2026-11-20T05:00:00Z") },
  );
  assert.deepEqual(days, { "2026-11-20": { models: { "model-a": lineCounts(2) } } });
});

/** Days around both DST changes, and how many hours each has. */
const CHANGES = [
  {
    name: "spring",
    from: "2026-03-07T05:00:00Z",
    hours: { "2026-03-07": 24, "2026-03-08": 23, "2026-03-09": 24 },
  },
  {
    name: "autumn",
    from: "2026-10-31T04:00:00Z",
    hours: { "2026-10-31": 24, "2026-11-01": 25, "2026-11-02": 24 },
  },
] as const;

for (const { name, from, hours } of CHANGES) {
  test(`each hour of the days around the DST change in ${name} is counted on its day`, async (t) => {
    const HOUR_MS = 3_600_000;
    const total = Object.values(hours).reduce((sum, count) => sum + count, 0);
    const times = Array.from({ length: total }, (_, hour) => at(from) + hour * HOUR_MS);
    const lines = times.flatMap((time) =>
      [time, time + HOUR_MS - 1].map((ms) => line({ id: String(ms), at: new Date(ms).toISOString() })),
    );
    const now = at(from) + 71 * HOUR_MS;
    const { days } = await scanOf(t, { "a.jsonl": lines }, { now });
    const found = Object.entries(days).map(([day, { models }]) => [
      day,
      requestsOf({ days: { [day]: { models } } }),
    ]);
    assert.deepEqual(
      Object.fromEntries(found),
      Object.fromEntries(Object.entries(hours).map(([day, count]) => [day, 2 * count])),
    );
  });
}

test("days without usage are left out", async (t) => {
  const lines = ["2026-11-18", "2026-11-20"].map((day) => line({ id: day, at: `${day}T15:00:00Z` }));
  const { days } = await scanOf(t, { "a.jsonl": lines });
  assert.deepEqual(Object.keys(days), ["2026-11-18", "2026-11-20"]);
});

test("a scan can start on any day since the year 1", async (t) => {
  const lines = ["0001-01-02", "1999-12-31", "2026-11-20"].map((day) =>
    line({ id: day, at: `${day}T18:00:00Z` }),
  );
  const { days } = await scanOf(t, { "a.jsonl": lines }, { since: "0001-01-02" });
  assert.deepEqual(Object.keys(days), ["0001-01-02", "1999-12-31", "2026-11-20"]);
});
