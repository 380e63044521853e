// A week of beats over growing transcripts: every push has exactly what was used. It is the week in which Toronto's
// clocks go back (2026-11-01), and it begins at the end of a day.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { torontoDay } from "../../src/base/calendar.ts";
import type { Snapshot } from "../../src/contract/index.ts";
import { createScanner } from "../../src/usage/scan.ts";
import { makeWorld } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { requestLine } from "../support/transcript.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2026-10-29T02:00:00.000Z");
const BEATS = 7 * 4;
const MODELS = ["model-a", "model-b"];

type Totals = Record<string, Record<string, { requests: number; output: number }>>;

function totalsOf({ usage }: Snapshot): Totals {
  return Object.fromEntries(
    usage.days
      .filter(({ models }) => models.length > 0)
      .map(({ day, models }) => [
        day,
        Object.fromEntries(
          models.map(({ model, requests, outputTokens }) => [model, { requests, output: outputTokens }]),
        ),
      ]),
  );
}

/** A beat every 6 hours. Before each, a session of the day grows by some requests, each written twice. */
async function week(t: TestContext, remembering: boolean): Promise<void> {
  const world = await makeWorld(t);
  world.write("project/first.jsonl", []);
  const scanner = createScanner({ roots: [world.root] });
  const sessions = new Map<string, string[]>();
  const expected: Totals = {};
  for (let beat = 0; beat < BEATS; beat++) {
    const now = START + beat * 6 * HOUR_MS;
    for (let i = 0; i <= beat % 3; i++) {
      const used = now - (i + 1) * HOUR_MS;
      const day = torontoDay(used);
      const model = MODELS[(beat + i) % 2] ?? "";
      const output = 10 + beat;
      const ids = { id: `msg_${beat}_${i}`, requestId: `req_${beat}_${i}` };
      const lines = sessions.get(`s/${day}.jsonl`) ?? [];
      sessions.set(`s/${day}.jsonl`, lines);
      for (const share of [0.5, 1]) {
        lines.push(
          requestLine({
            at: new Date(used).toISOString(),
            model,
            output: Math.floor(output * share),
            ...ids,
          }),
        );
      }
      world.write(`s/${day}.jsonl`, lines, new Date(now).toISOString());
      const ofDay = expected[day] ?? {};
      expected[day] = ofDay;
      const total = ofDay[model] ?? { requests: 0, output: 0 };
      ofDay[model] = { requests: total.requests + 1, output: total.output + output };
    }
    const at = new Date(now).toISOString();
    const result = await world.beat({ at, ...(remembering && { scanner }) });
    assert.equal(result.status === "done" && result.seq, beat + 1);
    const snapshot = snapshotIn(world.collector.requests[beat]);
    assert.deepEqual(totalsOf(snapshot), expected, at);
    const wanted = snapshot.usage.days.map(({ day }) => [day, isFinished(day, now) ? "frozen" : "open"]);
    assert.deepEqual(
      snapshot.usage.days.map(({ day, state }) => [day, state]),
      wanted,
    );
  }
}

/** Whether the day is before yesterday. */
function isFinished(day: string, now: number): boolean {
  const yesterday = new Date(Date.parse(`${torontoDay(now)}T00:00:00Z`) - 24 * HOUR_MS);
  return day < yesterday.toISOString().slice(0, 10);
}

test("a week of beats, each with a scan from scratch: exact totals, and days frozen on time", (t) =>
  week(t, false));

test("a week of beats with a scanner that remembers: the same results", (t) => week(t, true));
