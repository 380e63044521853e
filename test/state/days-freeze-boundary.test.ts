// A day is frozen from the first millisecond at which it is before yesterday in Toronto.
import assert from "node:assert/strict";
import { test } from "node:test";
import { foldDays } from "../../src/state/law/days.ts";
import { open, scanned, used } from "../support/fixtures.ts";

const MIDNIGHTS = [
  { name: "in winter", day: "2026-11-18", freezes: "2026-11-20T05:00:00.000Z" },
  { name: "in summer", day: "2026-07-13", freezes: "2026-07-15T04:00:00.000Z" },
  { name: "at the start of the 23-hour day", day: "2026-03-06", freezes: "2026-03-08T05:00:00.000Z" },
  { name: "at the end of the 23-hour day", day: "2026-03-07", freezes: "2026-03-09T04:00:00.000Z" },
  { name: "the 23-hour day itself", day: "2026-03-08", freezes: "2026-03-10T04:00:00.000Z" },
  { name: "at the start of the 25-hour day", day: "2026-10-30", freezes: "2026-11-01T04:00:00.000Z" },
  { name: "at the end of the 25-hour day", day: "2026-10-31", freezes: "2026-11-02T05:00:00.000Z" },
  { name: "the 25-hour day itself", day: "2026-11-01", freezes: "2026-11-03T05:00:00.000Z" },
  { name: "over a new year", day: "2026-12-30", freezes: "2027-01-01T05:00:00.000Z" },
  { name: "on a leap day", day: "2028-02-27", freezes: "2028-02-29T05:00:00.000Z" },
];

function foldedAt(day: string, now: number) {
  const models = used(1);
  return foldDays({ [day]: open(models) }, scanned({ [day]: models }, { since: day }), now).days[day];
}

for (const { name, day, freezes } of MIDNIGHTS) {
  const midnight = Date.parse(freezes);

  test(`${name}: open in the last millisecond of the day after`, () => {
    assert.deepEqual(foldedAt(day, midnight - 1), open(used(1)));
  });

  test(`${name}: frozen at Toronto midnight, to the millisecond`, () => {
    assert.deepEqual(foldedAt(day, midnight), { state: "frozen", frozenAt: freezes, models: used(1) });
  });
}

test("the last millisecond of a 25-hour day is still part of that day", () => {
  const now = Date.parse("2026-11-02T04:59:59.999Z");
  const { days } = foldDays({}, scanned({}, { since: "2026-10-31" }), now, "2026-10-31");
  assert.deepEqual(Object.keys(days), ["2026-10-31", "2026-11-01"]);
});

test("a day is removed at the Toronto midnight that makes it 36 days old, even across a daylight saving change", () => {
  const stored = { "2026-09-28": open(used(1)) };
  const midnight = Date.parse("2026-11-03T05:00:00.000Z");
  assert.equal(foldDays(stored, scanned(), midnight - 1).days["2026-09-28"]?.state, "frozen");
  assert.equal(foldDays(stored, scanned(), midnight).days["2026-09-28"], undefined);
});
