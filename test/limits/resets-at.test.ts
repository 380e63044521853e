// How resetsAt is normalized (rules RESETS-1 to RESETS-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { normalizeResetsAt } from "../../src/limits/resets-at.ts";

const HEAD = "2026-11-20T15:00:00";

test("rule 1: a complete timestamp with a zone is kept exactly as sent", () => {
  for (const zone of ["Z", "+00:00", "-00:00", "-05:00", "+05:30", "+14:00"]) {
    assert.equal(normalizeResetsAt(HEAD + zone), HEAD + zone);
  }
});

test("rule 1: a fraction of 1 to 9 digits is kept, with every digit", () => {
  for (let digits = 1; digits <= 9; digits++) {
    for (const zone of ["Z", "+00:00"]) {
      const text = `${HEAD}.${"123456789".slice(0, digits)}${zone}`;
      assert.equal(normalizeResetsAt(text), text);
    }
  }
});

test("rule 1: a timestamp in the past is kept too", () => {
  assert.equal(normalizeResetsAt("1999-12-31T23:59:59Z"), "1999-12-31T23:59:59Z");
});

test("rule 2: a fraction of 10 digits is re-rendered", () => {
  assert.equal(normalizeResetsAt(`${HEAD}.1234567890Z`), "2026-11-20T15:00:00.123Z");
});

test("rule 2: a lower-case z or t is re-rendered", () => {
  assert.equal(normalizeResetsAt(`${HEAD}z`), "2026-11-20T15:00:00.000Z");
  assert.equal(normalizeResetsAt("2026-11-20t15:00:00Z"), "2026-11-20T15:00:00.000Z");
});

test("rule 2: other date formats are re-rendered in UTC", () => {
  const rows = [
    ["2026-11-20", "2026-11-20T00:00:00.000Z"],
    ["2026-11-20T15:00Z", "2026-11-20T15:00:00.000Z"],
    ["2026-11-20 15:00:00Z", "2026-11-20T15:00:00.000Z"],
    ["2026-11-20T10:00:00-0500", "2026-11-20T15:00:00.000Z"],
    ["Fri, 20 Nov 2026 15:00:00 GMT", "2026-11-20T15:00:00.000Z"],
    ["Fri, 20 Nov 2026 10:00:00 -0500", "2026-11-20T15:00:00.000Z"],
    ["+002026-11-20T15:00:00Z", "2026-11-20T15:00:00.000Z"],
  ] as const;
  for (const [text, wanted] of rows) assert.equal(normalizeResetsAt(text), wanted, text);
});

test("rule 2: a timestamp without a zone is read in the machine's zone and re-rendered", () => {
  const wanted = new Date(2026, 10, 20, 15, 0, 0).toISOString();
  assert.equal(normalizeResetsAt(HEAD), wanted);
});

test("rule 2: a date of 128 or 129 characters is re-rendered instead of kept at that length", () => {
  for (const length of [128, 129, 5_000]) {
    const text = `${HEAD}.${"0".repeat(length - HEAD.length - 2)}Z`;
    assert.equal(text.length, length);
    assert.equal(normalizeResetsAt(text), "2026-11-20T15:00:00.000Z");
  }
});

test("rule 3: a number below 1e11 is seconds", () => {
  assert.equal(normalizeResetsAt(1_795_000_000), "2026-11-18T11:06:40.000Z");
  assert.equal(normalizeResetsAt(1), "1970-01-01T00:00:01.000Z");
  assert.equal(normalizeResetsAt(1e11 - 1), "5138-11-16T09:46:39.000Z");
});

test("rule 3: a number from 1e11 on is milliseconds", () => {
  assert.equal(normalizeResetsAt(1e11), "1973-03-03T09:46:40.000Z");
  assert.equal(normalizeResetsAt(1_795_000_000_000), "2026-11-18T11:06:40.000Z");
});

test("rule 3: fractions of a second are kept to the millisecond", () => {
  assert.equal(normalizeResetsAt(1_795_000_000.25), "2026-11-18T11:06:40.250Z");
  assert.equal(normalizeResetsAt(Number.MIN_VALUE), "1970-01-01T00:00:00.000Z");
});

test("rule 3: the last valid date is rendered, and a number past it gives null", () => {
  assert.equal(normalizeResetsAt(8.64e15), "+275760-09-13T00:00:00.000Z");
  for (const number of [8.64e15 + 2, 1e300, Number.MAX_VALUE]) assert.equal(normalizeResetsAt(number), null);
});

test("rule 4: a string that is not a date gives null", () => {
  const shaped = [`${HEAD}+99:99`, "2026-13-01T00:00:00Z", "2026-11-20T25:00:00Z", `${HEAD}.Z`];
  for (const text of ["", " ", "soon", "null", "NaN", `${HEAD}Z${HEAD}Z`, "x".repeat(1_000), ...shaped]) {
    assert.equal(normalizeResetsAt(text), null, text);
  }
});

test("rule 4: zero, negative and non-finite numbers give null", () => {
  for (const number of [0, -0, -1, -1.8e9, -Number.MIN_VALUE, Number.NaN, Infinity, -Infinity]) {
    assert.equal(normalizeResetsAt(number), null, String(number));
  }
});

test("rule 4: anything else gives null", () => {
  const others = [undefined, null, true, false, {}, [], [HEAD], [1_795_000_000], new Date(0), 1_795_000_000n];
  for (const value of others) assert.equal(normalizeResetsAt(value), null, inspect(value));
});
