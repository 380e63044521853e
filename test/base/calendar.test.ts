import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addDays,
  daysFrom,
  isoWeek,
  startOfDay,
  TIME_ZONE,
  torontoDay,
  weekStart,
} from "../../src/base/calendar.ts";
import { stateSchema } from "../../src/state/law/state.ts";

const HOUR_MS = 3_600_000;

test("days are in America/Toronto time", () => {
  assert.equal(TIME_ZONE, "America/Toronto");
});

/** A day, its first instant, and the first instant of the next day. */
const days = [
  ["2026-03-07", "2026-03-07T05:00:00.000Z", "2026-03-08T05:00:00.000Z", 24],
  ["2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z", 23],
  ["2026-03-09", "2026-03-09T04:00:00.000Z", "2026-03-10T04:00:00.000Z", 24],
  ["2026-10-31", "2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z", 24],
  ["2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z", 25],
  ["2026-11-02", "2026-11-02T05:00:00.000Z", "2026-11-03T05:00:00.000Z", 24],
  ["2026-12-31", "2026-12-31T05:00:00.000Z", "2027-01-01T05:00:00.000Z", 24],
  ["2028-02-29", "2028-02-29T05:00:00.000Z", "2028-03-01T05:00:00.000Z", 24],
] as const;

for (const [day, first, next, hours] of days) {
  test(`${day} starts at ${first} and has ${hours} hours`, () => {
    assert.equal(startOfDay(day), Date.parse(first));
    assert.equal(startOfDay(addDays(day, 1)), Date.parse(next));
    assert.equal(Date.parse(next) - Date.parse(first), hours * HOUR_MS);
  });

  test(`${day} contains its first and last millisecond, but not the milliseconds around them`, () => {
    const instants = [Date.parse(first) - 1, Date.parse(first), Date.parse(next) - 1, Date.parse(next)];
    assert.deepEqual(instants.map(torontoDay), [addDays(day, -1), day, day, addDays(day, 1)]);
  });
}

test("a skipped hour and a repeated hour are on the right day", () => {
  for (const at of ["2026-03-08T06:59:59.999Z", "2026-03-08T07:00:00.000Z"]) {
    assert.equal(torontoDay(Date.parse(at)), "2026-03-08");
  }
  for (const at of ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]) {
    assert.equal(torontoDay(Date.parse(at)), "2026-11-01");
  }
});

test("a day without a midnight starts when the clock continues", () => {
  assert.equal(startOfDay("1919-03-31"), Date.parse("1919-03-31T04:30:00.000Z"));
});

test("the day does not depend on the machine's time zone", () => {
  const before = process.env["TZ"];
  try {
    for (const zone of ["UTC", "Asia/Tokyo", "Pacific/Honolulu"]) {
      process.env["TZ"] = zone;
      assert.equal(torontoDay(Date.parse("2026-11-20T04:59:59.999Z")), "2026-11-19", zone);
      assert.equal(startOfDay("2026-11-20"), Date.parse("2026-11-20T05:00:00.000Z"), zone);
    }
  } finally {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  }
});

test("addDays works across month and year ends, leap days and daylight saving", () => {
  const rows = [
    ["2026-03-08", 1, "2026-03-09"],
    ["2026-11-01", 1, "2026-11-02"],
    ["2026-11-02", -1, "2026-11-01"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-11-20", 0, "2026-11-20"],
    ["2026-11-20", -35, "2026-10-16"],
    ["2026-11-20", 365, "2027-11-20"],
  ] as const;
  for (const [day, count, wanted] of rows) assert.equal(addDays(day, count), wanted);
});

test("daysFrom includes both ends, and is empty if the first is after the last", () => {
  assert.deepEqual(daysFrom("2026-02-27", "2026-03-01"), ["2026-02-27", "2026-02-28", "2026-03-01"]);
  assert.deepEqual(daysFrom("2026-11-01", "2026-11-01"), ["2026-11-01"]);
  assert.deepEqual(daysFrom("2026-11-02", "2026-11-01"), []);
});

test("a state file with an impossible day fails its schema and does not throw", () => {
  const days = { "2026-13-01": { state: "open", models: {} } };
  assert.equal(stateSchema.safeParse({ schemaVersion: 1, days }).success, false);
});

test("addDays and startOfDay reject anything but a day", () => {
  for (const text of ["", "2026-1-1", "2026-13-01", "today"]) {
    assert.throws(() => addDays(text, 1), RangeError);
    assert.throws(() => startOfDay(text), RangeError);
  }
});

/** From the examples in ISO 8601 and its 53-week years. */
for (const [day, week, monday] of [
  ["2005-01-01", "2004-W53", "2004-12-27"],
  ["2007-12-31", "2008-W01", "2007-12-31"],
  ["2010-01-03", "2009-W53", "2009-12-28"],
  ["2026-01-01", "2026-W01", "2025-12-29"],
  ["2026-11-22", "2026-W47", "2026-11-16"],
  ["2027-01-03", "2026-W53", "2026-12-28"],
  ["2027-01-04", "2027-W01", "2027-01-04"],
] as const) {
  test(`${day} is in the ISO week ${week}, which begins on ${monday}`, () => {
    assert.deepEqual([isoWeek(day), weekStart(day)], [week, monday]);
  });
}

test("every ISO week has seven days, and the next one follows", () => {
  const all = daysFrom("2019-12-30", "2031-12-28");
  const weeks = [...new Set(all.map(isoWeek))];
  assert.equal(weeks.length * 7, all.length);
  assert.deepEqual(weeks, [...weeks].sort());
});
