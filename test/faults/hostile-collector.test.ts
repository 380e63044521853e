// A beat in its own process with a hostile collector. The outcome is logged in one line, and the next beat pushes
// everything. AGENT_USAGE_LONG_TESTS=1 for the whole list, and for bodies of 10 GB instead of 200 MB.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { PUSH_TOKEN } from "../support/home.ts";
import { startHostile } from "../support/hostile.ts";
import { HOSTILE_BEHAVIORS, LONG_RUN_ONLY, MARK } from "../support/hostile-behaviors.ts";
import { freePort } from "../support/loopback.ts";
import {
  assertNextBeatPushesAll,
  assertNothingLeaked,
  assertOneWarning,
  MEMORY_MARGIN,
  observedBeat,
  usedHome,
} from "../support/observed-beat.ts";
import { CLI } from "../support/program.ts";

const OFF = { AGENT_USAGE_LIMITS: "off" };

/** The warning for each reason. */
const WORDS: Readonly<Record<string, RegExp>> = {
  network:
    /^push failed: the collector cannot be reached, .*; the next refresh sends everything again\. Fix: run "agent-usage doctor"/,
  timeout: /^push failed: the collector did not answer in time; the next refresh sends everything again$/,
  http_500: /^push failed: the collector answered HTTP 500; the next refresh sends everything again$/,
};

test("a hostile collector", async (t) => {
  const good = await startCollector(t);
  const { env } = await usedHome(t);
  const trust = { AGENT_USAGE_BASE_URL: good.origin, NODE_EXTRA_CA_CERTS: good.caFile };
  const normal = await observedBeat(t, CLI, { ...env, ...OFF, ...trust });
  assert.equal(normal.code, 0);
  const hostile = await startHostile(t);

  for (const { name, push, ...behavior } of HOSTILE_BEHAVIORS) {
    const skip = behavior.always ? false : LONG_RUN_ONLY;
    await t.test(`it ${name}: ${push}`, { skip }, async (t) => {
      const home = await usedHome(t);
      const expires = hostile.play(behavior);
      const settings = {
        AGENT_USAGE_BASE_URL: `${hostile.origin}/team`,
        NODE_EXTRA_CA_CERTS: hostile.caFile,
      };
      const beat = await observedBeat(t, CLI, { ...home.env, ...OFF, ...settings }, { expires });

      if (push === "delivered") {
        assert.deepEqual([beat.code, beat.result.push], [0, { status: push, httpStatus: 200 }]);
      } else {
        assert.deepEqual([beat.code, beat.result.push], [3, { status: "failed", reason: push }]);
        assertOneWarning(beat, "push", push, WORDS[push] ?? /never/);
      }
      assertNothingLeaked(beat, home, MARK, hostile.origin);
      assert.ok(beat.peak < normal.peak + MEMORY_MARGIN, `${beat.peak} bytes; normal: ${normal.peak}`);
      const bearers = hostile.requests.map((text) => text.split(PUSH_TOKEN).length - 1);
      assert.deepEqual(bearers, behavior.on === "connection" ? [] : [1]);
      await assertNextBeatPushesAll(good, home);
    });
  }
});

test("a collector that refuses connections", async (t) => {
  const home = await usedHome(t);
  const baseUrl = `https://127.0.0.1:${await freePort()}`;
  const beat = await observedBeat(t, CLI, { ...home.env, ...OFF, AGENT_USAGE_BASE_URL: baseUrl });
  assert.equal(beat.code, 3);
  assertOneWarning(beat, "push", "network", WORDS["network"] ?? /never/);
  assertNothingLeaked(beat, home, baseUrl);
  await assertNextBeatPushesAll(await startCollector(t), home);
});
