// Pushes that are never sent (rules PUSH-3, PUSH-4).
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushSnapshot } from "../../src/push/push.ts";
import { startCollector } from "../support/collector.ts";
import { MACHINE } from "../support/fixtures.ts";
import { aSnapshot, bytesOf, paddedTo } from "../support/snapshots.ts";

const LIMIT = 65_536;

for (const scheme of ["http", "ftp", "ws", "file", "data"]) {
  test(`a push URL that begins with ${scheme}: is refused, and nothing is sent`, async (t) => {
    const { fetch, origin, requests } = await startCollector(t);
    const baseUrl = origin.replace("https", scheme);
    assert.deepEqual(await pushSnapshot({ baseUrl, snapshot: aSnapshot(), fetch }), {
      status: "refused",
      reason: "not_https",
    });
    assert.deepEqual(requests, []);
  });
}

for (const baseUrl of ["", "collector.example", "//collector.example", "https://", "httpsx://a.example"]) {
  test(`the push URL ${JSON.stringify(baseUrl)} is refused, and nothing is sent`, async (t) => {
    const { fetch, requests } = await startCollector(t);
    assert.deepEqual(await pushSnapshot({ baseUrl, snapshot: aSnapshot(), fetch }), {
      status: "refused",
      reason: "not_https",
    });
    assert.deepEqual(requests, []);
  });
}

test("an uppercase HTTPS is accepted", async (t) => {
  const { fetch, origin } = await startCollector(t);
  const baseUrl = origin.replace("https", "HTTPS");
  assert.equal((await pushSnapshot({ baseUrl, snapshot: aSnapshot(), fetch })).status, "delivered");
});

test("a body of exactly 64 KiB is sent", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  const result = await pushSnapshot({ baseUrl, snapshot: paddedTo(LIMIT), fetch });
  assert.deepEqual(result, { status: "delivered", httpStatus: 204 });
  assert.equal(Buffer.byteLength(requests[0]?.body ?? ""), LIMIT);
});

test("a body one byte larger is refused, and nothing is sent", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  const result = await pushSnapshot({ baseUrl, snapshot: paddedTo(LIMIT + 1), fetch });
  assert.deepEqual(result, { status: "refused", reason: "too_large" });
  assert.deepEqual(requests, []);
});

test("the body is measured in bytes, not in characters", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  const wide = aSnapshot({ machine: { ...MACHINE, label: "\u65e5".repeat(128) } });
  const snapshot = paddedTo(LIMIT + 1, wide);
  assert.ok(JSON.stringify(snapshot).length < LIMIT);
  assert.equal(bytesOf(snapshot), LIMIT + 1);
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
    status: "refused",
    reason: "too_large",
  });
  assert.deepEqual(requests, []);
});
