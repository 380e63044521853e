// Doctor and the record: since when there is one, and how many of its days are final.
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeFinalDays } from "../../src/commands/doctor/state/final-days.ts";
import type { Days } from "../../src/contract/index.ts";
import {
  BEFORE_YESTERDAY,
  emptyState,
  frozen,
  NOTHING,
  NOW,
  open,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

function message(days: Days, recordSince?: string): string | undefined {
  const state = emptyState({ days, ...(recordSince !== undefined && { recordSince }) });
  const [check] = judgeFinalDays({ state: { status: "ok", state } }, NOW);
  assert.equal(check?.status, "ok");
  return check?.message;
}

test("says since when there is a record, and counts the final days", () => {
  const days = {
    "2026-11-16": frozen(used(1)),
    "2026-11-17": frozen(NOTHING),
    [BEFORE_YESTERDAY]: frozen(used(1)),
    [TODAY]: open(used(1)),
  };
  assert.equal(message(days), "the record begins on 2026-11-16: 3 final days, 2 with usage");
  assert.equal(message(days, "2026-01-31"), "the record begins on 2026-01-31: 3 final days, 2 with usage");
});

test("says so when no day is final yet", () => {
  assert.equal(
    message({ [YESTERDAY]: open(used(1)) }),
    `the record begins on ${YESTERDAY}: no final day yet`,
  );
});

test("says so when no usage was found yet", () => {
  assert.equal(message({ [TODAY]: open(NOTHING) }), "no usage was found yet, so the record has not begun");
});

test("a day after today, made final by a wrong clock, is ignored", () => {
  assert.equal(
    message({ [YESTERDAY]: open(used(1)), "9999-12-31": frozen(used(1)) }),
    `the record begins on ${YESTERDAY}: no final day yet`,
  );
  assert.equal(
    message({ "9999-12-31": frozen(used(1)) }),
    "no usage was found yet, so the record has not begun",
  );
});

test("without an intact state there is nothing to say", () => {
  assert.deepEqual(judgeFinalDays({ state: { status: "missing" } }, NOW), []);
});
