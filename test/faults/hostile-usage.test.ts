// A beat in its own process with a hostile vendor: the limits report it in one word, and the beat continues.
// AGENT_USAGE_LONG_TESTS=1 for the whole list.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { State } from "../../src/state/law/state.ts";
import { snapshotIn, startCollector } from "../support/collector.ts";
import { ACCESS_TOKEN, PUSH_TOKEN } from "../support/home.ts";
import { startHostile } from "../support/hostile.ts";
import { HOSTILE_BEHAVIORS, LONG_RUN_ONLY, MARK } from "../support/hostile-behaviors.ts";
import { failed, USAGE } from "../support/limits-call.ts";
import {
  assertNothingLeaked,
  assertOneWarning,
  caBundle,
  MEMORY_MARGIN,
  observedBeat,
  usedHome,
} from "../support/observed-beat.ts";
import { programsFor } from "../support/test-vendor.ts";

const GOOD = `HTTP/1.1 200 OK\r\ncontent-length: ${USAGE.length}\r\n\r\n${USAGE}`;

test("a hostile vendor", async (t) => {
  const collector = await startCollector(t);
  const vendor = await startHostile(t);
  const { cli } = await programsFor(t, vendor.origin);
  const trust = {
    AGENT_USAGE_BASE_URL: collector.origin,
    NODE_EXTRA_CA_CERTS: await caBundle(t, vendor.caFile, collector.caFile),
  };
  void vendor.play({ act: (socket) => socket.write(GOOD) });
  const normal = await observedBeat(t, cli, { ...(await usedHome(t)).env, ...trust });
  assert.deepEqual([normal.code, normal.result.limits.status], [0, "ok"]);

  for (const { name, limits, ...behavior } of HOSTILE_BEHAVIORS) {
    const skip = behavior.always ? false : LONG_RUN_ONLY;
    await t.test(`it ${name}: ${limits}`, { skip }, async (t) => {
      const home = await usedHome(t);
      const pushesBefore = collector.requests.length;
      const expires = vendor.play(behavior);
      const beat = await observedBeat(t, cli, { ...home.env, ...trust }, { expires });

      // The beat continued: it saved and pushed.
      assert.deepEqual([beat.code, beat.result.push], [0, { status: "delivered", httpStatus: 204 }]);
      const saved = JSON.parse(await readFile(join(home.stateDir, "state.json"), "utf8")) as State;
      const pushes = collector.requests.slice(pushesBefore);
      assert.deepEqual([saved.seq, pushes.length, snapshotIn(pushes[0]).seq], [1, 1, 1]);

      const reported = beat.result.limits;
      if (limits === "ok") assert.equal(reported.status, "ok");
      else {
        assert.deepEqual(reported, failed(limits.startsWith("http_") ? "http_error" : "unavailable", limits));
        assertOneWarning(
          beat,
          "limits",
          limits,
          /^no new limits: the usage endpoint [^;]+; the next refresh asks again$/,
        );
      }
      assert.deepEqual(
        [saved.lastBeat?.limitsStatus, snapshotIn(pushes[0]).limits],
        [reported.status, reported],
      );

      assert.ok(beat.peak < normal.peak + MEMORY_MARGIN, `${beat.peak} bytes; normal: ${normal.peak}`);
      assertNothingLeaked(beat, home, MARK, vendor.origin, collector.origin);
      // One request, with the token in one header; nobody else gets the token.
      const bearer = `Authorization: Bearer ${ACCESS_TOKEN}\r\n`;
      const shares = vendor.requests.map((text) => [text.split(ACCESS_TOKEN).length, text.includes(bearer)]);
      assert.deepEqual(shares, behavior.on === "connection" ? [] : [[2, true]]);
      assert.ok(!JSON.stringify(pushes).includes(ACCESS_TOKEN));
      assert.ok(!vendor.requests.join().includes(PUSH_TOKEN));
    });
  }
});
