// What a push resolves to, from a real server on this machine (rule PUSH-8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushSnapshot } from "../../src/push/push.ts";
import { startCollector } from "../support/collector.ts";
import { freePort } from "../support/loopback.ts";
import { aSnapshot } from "../support/snapshots.ts";

const snapshot = aSnapshot();

for (const status of [200, 201, 202, 204, 299]) {
  test(`an answer of ${status} is delivered`, async (t) => {
    const { fetch, origin: baseUrl } = await startCollector(t, { status });
    assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
      status: "delivered",
      httpStatus: status,
    });
  });
}

for (const status of [300, 304, 400, 401, 403, 404, 413, 429, 500, 503, 599] as const) {
  test(`an answer of ${status} is http_${status}`, async (t) => {
    const { fetch, origin: baseUrl } = await startCollector(t, { status });
    assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
      status: "failed",
      reason: `http_${status}`,
    });
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect with ${status} is refused, and nothing is sent to its target`, async (t) => {
    const elsewhere = await startCollector(t);
    // A path on the same server, and another server: following either would show in the requests.
    for (const location of ["/elsewhere", `${elsewhere.bridge}/agent-usage`]) {
      const { fetch, origin: baseUrl, requests } = await startCollector(t, { status, headers: { location } });
      assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, token: "the-collectors-own", fetch }), {
        status: "failed",
        reason: "network",
      });
      assert.equal(requests.length, 1);
    }
    assert.deepEqual(elsewhere.requests, []);
  });
}

test("an answer whose body breaks off is delivered: only its status is read", async (t) => {
  const { fetch, origin: baseUrl } = await startCollector(t, "reset");
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
    status: "delivered",
    httpStatus: 200,
  });
});

test("an answer whose body never ends is delivered", async (t) => {
  const { fetch, origin: baseUrl } = await startCollector(t, "endless");
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
    status: "delivered",
    httpStatus: 200,
  });
});

test("a port without a server is a network failure", async () => {
  const baseUrl = `https://127.0.0.1:${await freePort()}`;
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot }), { status: "failed", reason: "network" });
});

test("a server with an untrusted certificate is a network failure, and gets nothing", async (t) => {
  const { origin: baseUrl, requests } = await startCollector(t);
  const result = await pushSnapshot({ baseUrl, snapshot, token: "the-collectors-own" });
  assert.deepEqual(result, { status: "failed", reason: "network" });
  assert.deepEqual(requests, []);
});
