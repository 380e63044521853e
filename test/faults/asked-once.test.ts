// One call per beat and no retry (rule SAFETY-4), not even for a 421, which makes Node's own fetch try again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushSnapshot } from "../../src/push/push.ts";
import { startHostile } from "../support/hostile.ts";
import { callLimits } from "../support/limits-call.ts";
import { aSnapshot } from "../support/snapshots.ts";

const MISDIRECTED = "HTTP/1.1 421 Misdirected Request\r\ncontent-length: 0\r\n\r\n";

test("a vendor that answers 421 is asked once", async (t) => {
  const vendor = await startHostile(t);
  void vendor.play({ act: (socket) => socket.write(MISDIRECTED) });
  await callLimits({ fetch: vendor.fetch });
  assert.equal(vendor.requests.length, 1);
});

test("a collector that answers 421 gets the snapshot once, and the push reports http_421", async (t) => {
  const { origin: baseUrl, ...collector } = await startHostile(t);
  let pushes = 0;
  void collector.play({
    act: (socket) => {
      pushes++;
      socket.write(MISDIRECTED);
    },
  });
  const result = await pushSnapshot({ baseUrl, snapshot: aSnapshot(), fetch: collector.fetch });
  assert.deepEqual([result, pushes], [{ status: "failed", reason: "http_421" }, 1]);
});
