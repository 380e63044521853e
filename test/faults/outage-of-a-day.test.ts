// A collector that answers 500 for a day of beats, across midnight, while a day is frozen: the first delivery after that
// has everything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { makeWorld } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { requestLine } from "../support/transcript.ts";

const QUARTER_MS = 900_000;
const BEATS = 96;
/** Noon in Toronto. The previous day is frozen during the outage. */
const START = Date.parse("2026-11-20T17:00:00.000Z");

test(`${BEATS} beats with a push answered by 500, then one that is delivered`, async (t) => {
  const world = await makeWorld(t);
  world.write("project/first.jsonl", []);
  world.collector.answer({ status: 500 });
  const scanner = createScanner({ roots: [world.root] });
  const used = new Map<string, number>();
  const lines: string[] = [];
  const use = (at: number) => {
    lines.push(requestLine({ at: new Date(at).toISOString() }));
    const day = torontoDay(at);
    used.set(day, (used.get(day) ?? 0) + 1);
  };
  // Yesterday's usage was not delivered either.
  use(START - 24 * 4 * QUARTER_MS);
  for (let beat = 0; beat <= BEATS; beat++) {
    const now = START + beat * QUARTER_MS;
    use(now - QUARTER_MS / 2);
    const at = new Date(now).toISOString();
    world.write("project/a.jsonl", lines, at);
    if (beat === BEATS) world.collector.answer({ status: 204 });
    const result = await world.beat({ at, scanner });
    assert.ok(result.status === "done");
    if (beat === BEATS) {
      assert.deepEqual(result.push, { status: "delivered", httpStatus: 204 });
    } else {
      assert.deepEqual(result.push, { status: "failed", reason: "http_500" });
      assert.deepEqual(await world.delivery(), { at, outcome: "http_500", lastDeliveredAt: null });
    }
  }

  // One push per beat: no retry and no queue.
  assert.equal(world.collector.requests.length, BEATS + 1);
  const warnings = world.logged.filter((text) => text.startsWith("warn "));
  assert.equal(warnings.length, BEATS);
  assert.equal(new Set(warnings).size, 1);
  const { seq, usage } = snapshotIn(world.collector.requests.at(-1));
  assert.equal(seq, BEATS + 1);
  const days = usage.days.map(({ day, state, models }) => [
    day,
    state,
    models.reduce((sum, { requests }) => sum + requests, 0),
  ]);
  assert.deepEqual(days, [
    ["2026-11-19", "frozen", used.get("2026-11-19")],
    ["2026-11-20", "open", used.get("2026-11-20")],
    ["2026-11-21", "open", used.get("2026-11-21")],
  ]);
  assert.equal(
    [...used.values()].reduce((a, b) => a + b),
    BEATS + 2,
  );
  assert.equal((await world.delivery()).lastDeliveredAt, new Date(START + BEATS * QUARTER_MS).toISOString());
});
