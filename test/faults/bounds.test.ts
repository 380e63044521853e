// The bound of 10 seconds, as it is, on each of the two calls: AGENT_USAGE_LONG_TESTS=1.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startCollector } from "../support/collector.ts";
import { type Behaviour, drip, flood, startHostile } from "../support/hostile.ts";
import { LEFT_OUT } from "../support/hostilities.ts";
import { failed } from "../support/limits-call.ts";
import { MEMORY_MARGIN, makeMachine, observedBeat, trusting } from "../support/observed-beat.ts";
import { programsFor } from "../support/test-vendor.ts";

const HEAD = "HTTP/1.1 200 OK\r\n\r\n";
/** A beat's two bounds, and as much again for a machine with other things to do. */
const PATIENCE_MS = 40_000;
const TOO_LONG = 100 * 1024 ** 3;

const STALLS: readonly (readonly [name: string, behaviour: Behaviour, isTold: boolean])[] = [
  ["never begin with TLS", { on: "connection", act: () => {} }, false],
  ["never answer", { act: () => {} }, false],
  [
    "send a head byte by byte",
    { act: (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx: ", 0, () => {}) },
    false,
  ],
  [
    "give hints as fast as they can",
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

test("a vendor and a collector that stall", { skip: LEFT_OUT }, async (t) => {
  const [vendor, collector, good] = [await startHostile(t), await startHostile(t), await startCollector(t)];
  const { cli } = await programsFor(t, vendor.origin);
  const NODE_EXTRA_CA_CERTS = await trusting(t, vendor.caFile, collector.caFile, good.caFile);
  const usual = await observedBeat(t, cli, {
    ...(await makeMachine(t)).env,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: good.origin,
    NODE_EXTRA_CA_CERTS,
  });
  for (const [name, behaviour, isTold] of STALLS) {
    await t.test(`both ${name}: each is given up by itself, and memory stays flat`, async (t) => {
      void vendor.play(behaviour);
      void collector.play(behaviour);
      const { env } = await makeMachine(t);
      const settings = { AGENT_USAGE_BASE_URL: collector.origin, NODE_EXTRA_CA_CERTS };
      const beat = await observedBeat(t, cli, { ...env, ...settings }, { patience: PATIENCE_MS });
      assert.deepEqual(beat.result.limits, failed("unavailable", "timeout"));
      const push = isTold
        ? { status: "delivered", httpStatus: 200 }
        : { status: "failed", reason: "timeout" };
      assert.deepEqual([beat.code, beat.result.push], [isTold ? 0 : 3, push]);
      assert.ok(beat.peak < usual.peak + MEMORY_MARGIN, `${beat.peak} bytes, else ${usual.peak}`);
    });
  }
});
