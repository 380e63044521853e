// Days that were frozen empty before the record began count as unrecorded when a state is read (rule DAYS-14).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Days } from "../../src/contract/index.ts";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import type { State } from "../../src/state/law/state.ts";
import {
  BEFORE_YESTERDAY,
  emptyState,
  frozen,
  NOTHING,
  open,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";

/** The days of a state that was written and read. */
async function read(fields: Partial<State>): Promise<Days> {
  const decoded = await decodeState(encodeState(emptyState(fields)));
  assert.equal(decoded.status, "ok");
  return (decoded as { state: State }).state.days;
}

const LATER: Days = {
  "2026-11-16": frozen(used(1)),
  "2026-11-17": frozen(NOTHING),
  [BEFORE_YESTERDAY]: frozen(NOTHING),
  [YESTERDAY]: open(NOTHING),
};

test("without recordSince, as in earlier versions: days frozen empty before the first usage are dropped, later ones kept", async () => {
  assert.deepEqual(await read({ days: { "2026-11-14": frozen(NOTHING), ...LATER } }), LATER);
});

test("of days that were all frozen empty, only the open ones are left", async () => {
  assert.deepEqual(await read({ days: { "2026-11-14": frozen(NOTHING), [TODAY]: open(NOTHING) } }), {
    [TODAY]: open(NOTHING),
  });
});

test("with recordSince, days frozen empty from then on are kept, even if none has usage", async () => {
  const days = { "2026-11-14": frozen(NOTHING), "2026-11-15": frozen(NOTHING), [TODAY]: open(NOTHING) };
  assert.deepEqual(await read({ days, recordSince: "2026-01-31" }), days);
  assert.deepEqual(Object.keys(await read({ days, recordSince: "2026-11-15" })), ["2026-11-15", TODAY]);
});
