// The real time limit of 10 seconds on each of the two calls: AGENT_USAGE_LONG_TESTS=1.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { type Behavior, drip, flood, startHostile } from "../support/hostile.ts";
import { LONG_RUN_ONLY } from "../support/hostile-behaviors.ts";
import { failed } from "../support/limits-call.ts";
import { caBundle, MEMORY_MARGIN, observedBeat, usedHome } from "../support/observed-beat.ts";
import { programsFor } from "../support/test-vendor.ts";

const HEAD = "HTTP/1.1 200 OK\r\n\r\n";
/** Both time limits of a beat, doubled for a busy machine. */
const TIMEOUT_MS = 40_000;
const TOO_LONG = 100 * 1024 ** 3;

const STALLS: readonly (readonly [name: string, behavior: Behavior, isDelivered: boolean])[] = [
  ["never start TLS", { on: "connection", act: () => {} }, false],
  ["never answer", { act: () => {} }, false],
  [
    "send a head byte by byte",
    { act: (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: ", 0, () => {}) },
    false,
  ],
  [
    "send early hints as fast as they can",
    { act: (socket) => flood(socket, "HTTP/1.1 103 X\r\n\r\n", TOO_LONG) },
    false,
  ],
  [
    "send a body byte by byte",
    {
      act: (socket) => {
        socket.write(HEAD);
        return drip(socket, " ", 0, () => {});
      },
    },
    true,
  ],
];

test("a vendor and a collector that stall", { skip: LONG_RUN_ONLY }, async (t) => {
  const [vendor, collector, good] = [await startHostile(t), await startHostile(t), await startCollector(t)];
  const { cli } = await programsFor(t, vendor.origin);
  const caFile = await caBundle(t, vendor.caFile, collector.caFile, good.caFile);
  const normal = await observedBeat(t, cli, {
    ...(await usedHome(t)).env,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: good.origin,
    NODE_EXTRA_CA_CERTS: caFile,
  });
  for (const [name, behavior, isDelivered] of STALLS) {
    await t.test(`both ${name}: each call ends by itself, and memory stays flat`, async (t) => {
      void vendor.play(behavior);
      void collector.play(behavior);
      const { env } = await usedHome(t);
      const settings = { AGENT_USAGE_BASE_URL: collector.origin, NODE_EXTRA_CA_CERTS: caFile };
      const beat = await observedBeat(t, cli, { ...env, ...settings }, { timeoutMs: TIMEOUT_MS });
      assert.deepEqual(beat.result.limits, failed("unavailable", "timeout"));
      const push = isDelivered
        ? { status: "delivered", httpStatus: 200 }
        : { status: "failed", reason: "timeout" };
      assert.deepEqual([beat.code, beat.result.push], [isDelivered ? 0 : 3, push]);
      assert.ok(beat.peak < normal.peak + MEMORY_MARGIN, `${beat.peak} bytes; normal: ${normal.peak}`);
    });
  }
});
