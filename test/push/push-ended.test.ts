// A push that this side ends: by its timeout, or by a signal.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PUSH_TIMEOUT_MS, pushSnapshot } from "../../src/push/push.ts";
import { startCollector } from "../support/collector.ts";
import { silentPort } from "../support/loopback.ts";
import { aSnapshot } from "../support/snapshots.ts";

const snapshot = aSnapshot();
const TIMEOUT = { status: "failed", reason: "timeout" } as const;
const ABORTED = { status: "failed", reason: "aborted" } as const;
/** A test that waits this long has failed. */
const NEVER_MS = 3_600_000;

test("a push takes 10 seconds at most", () => {
  assert.equal(PUSH_TIMEOUT_MS, 10_000);
});

test("a collector that never answers is a timeout", async (t) => {
  const { fetch, origin: baseUrl } = await startCollector(t, "never");
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch, timeoutMs: 20 }), TIMEOUT);
});

test("a collector that accepts the connection and sends nothing is a timeout", async (t) => {
  const baseUrl = `https://127.0.0.1:${await silentPort(t)}`;
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, timeoutMs: 20 }), TIMEOUT);
});

test("a fetch that ignores its signal is still a timeout", async () => {
  const fetch = () => new Promise<Response>(() => {});
  const baseUrl = "https://collector.example";
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch, timeoutMs: 20 }), TIMEOUT);
});

test("a fetch that ends with its own timeout is a timeout", async () => {
  const fetch = () => Promise.reject(new DOMException("some text", "TimeoutError"));
  assert.deepEqual(await pushSnapshot({ baseUrl: "https://collector.example", snapshot, fetch }), TIMEOUT);
});

test("a signal before the collector answers ends the push as aborted", async (t) => {
  const { fetch, origin: baseUrl, request } = await startCollector(t, "never");
  const controller = new AbortController();
  const { signal } = controller;
  const push = pushSnapshot({ baseUrl, snapshot, fetch, signal, timeoutMs: NEVER_MS });
  await request(1);
  controller.abort();
  assert.deepEqual(await push, ABORTED);
});

test("a signal before the push ends it as aborted, and nothing is sent", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  const signal = AbortSignal.abort();
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch, signal }), ABORTED);
  assert.deepEqual(requests, []);
});

test("a signal with its own reason also ends the push as aborted", async (t) => {
  const { fetch, origin: baseUrl } = await startCollector(t);
  const signal = AbortSignal.abort(new Error("a reason that names /home/someone"));
  assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch, signal }), ABORTED);
});

test("a signal after the push changes nothing", async (t) => {
  const { fetch, origin: baseUrl } = await startCollector(t);
  const controller = new AbortController();
  const result = await pushSnapshot({ baseUrl, snapshot, fetch, signal: controller.signal });
  controller.abort();
  assert.deepEqual(result, { status: "delivered", httpStatus: 204 });
});

test("whatever a fetch throws, a push does not reject", async () => {
  const baseUrl = "https://collector.example";
  for (const thrown of [undefined, null, 7, "TimeoutError", Symbol("x"), {}, new TypeError("Bearer t")]) {
    const fetch = () => Promise.reject(thrown);
    assert.deepEqual(await pushSnapshot({ baseUrl, snapshot, fetch }), {
      status: "failed",
      reason: "network",
    });
  }
});

test("a fetch that throws instead of rejecting is a network failure", async () => {
  const fetch = () => {
    throw new TypeError("Invalid URL");
  };
  assert.deepEqual(await pushSnapshot({ baseUrl: "https://collector.example", snapshot, fetch }), {
    status: "failed",
    reason: "network",
  });
});

test("a signal before the push makes no call", async () => {
  let calls = 0;
  const fetch = () => {
    calls++;
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const options = { baseUrl: "https://collector.example", snapshot, fetch, signal: AbortSignal.abort() };
  assert.deepEqual([await pushSnapshot(options), calls], [ABORTED, 0]);
});

test("an immediate answer whose body can only be canceled is an answer", async () => {
  const answer = { status: 204, body: { cancel() {} } } as unknown as Response;
  const fetch = (() => answer) as unknown as typeof globalThis.fetch;
  const pushed = await pushSnapshot({ baseUrl: "https://collector.example", snapshot, fetch });
  assert.deepEqual(pushed, { status: "delivered", httpStatus: 204 });
});
