// Days before the record begins are reported as not recorded, not as days without usage (rule DAYS-12).
import assert from "node:assert/strict";
import { test } from "node:test";
import { recordedFrom } from "../../src/report/index.ts";
import { frozen, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";

const DAYS = { "2026-11-16": frozen(used(1)), [YESTERDAY]: open({}), [TODAY]: open({}) };

test("a span that begins before the first recorded day names that day", () => {
  assert.equal(recordedFrom(DAYS, { days: 7 }, NOW), "2026-11-16");
  assert.equal(recordedFrom(DAYS, { since: "2026-11-15" }, NOW), "2026-11-16");
});

test("a span of recorded days only, or without a first day, names none", () => {
  assert.equal(recordedFrom(DAYS, { days: 5 }, NOW), undefined);
  assert.equal(recordedFrom(DAYS, {}, NOW), undefined);
  assert.equal(recordedFrom({}, { days: 7 }, NOW), undefined);
});
