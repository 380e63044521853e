// A request that straddles midnight is counted once, on the day of its best line, also after that day is frozen
// (rule DAYS-7). Here, midnight in Toronto is 05:00 UTC.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createScanner } from "../../src/usage/scan.ts";
import { makeWorld, type World } from "../support/beat-world.ts";
import { snapshotIn } from "../support/collector.ts";
import { requestLine } from "../support/transcript.ts";

const REQUEST = { id: "msg_straddling", requestId: "req_straddling" };
const BEST = requestLine({ at: "2026-11-19T04:59:50.000Z", output: 100, ...REQUEST });
const LESSER = requestLine({ at: "2026-11-19T05:00:10.000Z", output: 40, ...REQUEST });

/** Requests and output tokens of the days from the 18th on, as the last push listed them. */
function pushed({ collector }: World) {
  const { days } = snapshotIn(collector.requests.at(-1)).usage;
  const listed = days.filter(({ models }) => models.length > 0);
  return Object.fromEntries(
    listed.map(({ day, state, models }) => [day, [state, models[0]?.requests, models[0]?.outputTokens]]),
  );
}

/** The 18th has one request and the straddling one; the 19th and the 20th have one each. */
async function straddling(t: Parameters<typeof makeWorld>[0], inOneFile: boolean): Promise<World> {
  const world = await makeWorld(t);
  const first = [requestLine({ at: "2026-11-18T20:00:00.000Z", output: 7 }), BEST];
  const second = [LESSER, requestLine({ at: "2026-11-19T20:00:00.000Z", output: 5 })];
  if (inOneFile) {
    world.write("p/session.jsonl", [...first, ...second], "2026-11-19T20:00:00.000Z");
  } else {
    // The session that was open at midnight, and one forked from it.
    world.write("p/a.jsonl", first, "2026-11-19T04:59:50.000Z");
    world.write("p/b.jsonl", second, "2026-11-19T20:00:00.000Z");
  }
  world.write("project/first.jsonl", [], "2026-11-19T20:00:00.000Z");
  return world;
}

for (const inOneFile of [true, false]) {
  const where = inOneFile ? "in one transcript" : "in two transcripts";

  test(`${where}: after the freeze the straddling request is not counted again`, async (t) => {
    const world = await straddling(t, inOneFile);
    await world.beat({ at: "2026-11-19T21:00:00.000Z" });
    assert.deepEqual(pushed(world), { "2026-11-18": ["open", 2, 107], "2026-11-19": ["open", 1, 5] });

    await world.beat({ at: "2026-11-20T21:00:00.000Z" });
    assert.deepEqual(pushed(world), { "2026-11-18": ["frozen", 2, 107], "2026-11-19": ["open", 1, 5] });

    await world.beat({ at: "2026-11-20T21:15:00.000Z" });
    assert.deepEqual(pushed(world), { "2026-11-18": ["frozen", 2, 107], "2026-11-19": ["open", 1, 5] });

    await world.beat({ at: "2026-11-21T21:00:00.000Z" });
    assert.deepEqual(pushed(world), { "2026-11-18": ["frozen", 2, 107], "2026-11-19": ["frozen", 1, 5] });
  });

  test(`${where}: nor is it counted again by a scanner that remembers`, async (t) => {
    const world = await straddling(t, inOneFile);
    const scanner = createScanner({ roots: [world.root] });
    for (const at of ["2026-11-19T21:00:00.000Z", "2026-11-20T21:00:00.000Z", "2026-11-20T21:15:00.000Z"]) {
      await world.beat({ at, scanner });
    }
    assert.deepEqual(pushed(world), { "2026-11-18": ["frozen", 2, 107], "2026-11-19": ["open", 1, 5] });
  });
}

test("a request whose best line is after midnight is counted only on the later day", async (t) => {
  const world = await makeWorld(t);
  const lines = [
    requestLine({ at: "2026-11-19T04:59:50.000Z", output: 40, ...REQUEST }),
    requestLine({ at: "2026-11-19T05:00:10.000Z", output: 100, ...REQUEST }),
  ];
  world.write("project/first.jsonl", lines, "2026-11-19T05:00:10.000Z");
  for (const day of ["19", "20", "21"]) await world.beat({ at: `2026-11-${day}T21:00:00.000Z` });
  assert.deepEqual(pushed(world), { "2026-11-19": ["frozen", 1, 100] });
});
