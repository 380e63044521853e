// One timeout for the whole call, including the body (rule FETCH-16). No test here waits for real time.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Call, callLimits, failed, fakeFetch, USAGE } from "../support/limits-call.ts";

const TIMED_OUT = failed("unavailable", "timeout");
const never = <T>() => new Promise<T>(() => {});

/** Answers the call on demand. */
function held() {
  let give: (response: Response) => void = () => {};
  const response = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { ...fakeFetch(() => response), give };
}

/** Rejects as the real fetch does when its signal is aborted. */
function heedingFetch() {
  return fakeFetch(
    ({ init: { signal } }: Call) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  );
}

test("a server that never answers: timeout", async () => {
  assert.deepEqual(await callLimits({ fetch: heedingFetch().fetch, timeoutMs: 1 }), TIMED_OUT);
});

test("a fetch that ignores its signal: still a timeout", async () => {
  assert.deepEqual(await callLimits({ fetch: fakeFetch(never<Response>).fetch, timeoutMs: 1 }), TIMED_OUT);
});

test("a body that never comes: timeout, and the stream is canceled", async () => {
  let canceled = 0;
  const stream = new ReadableStream<Uint8Array>({
    cancel() {
      canceled++;
    },
  });
  const { fetch } = fakeFetch(() => new Response(stream));
  assert.deepEqual(await callLimits({ fetch, timeoutMs: 1 }), TIMED_OUT);
  assert.equal(canceled, 1);
});

test("a body that stops half-way: timeout, not bad_response", async () => {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(USAGE.slice(0, 10))),
  });
  const { fetch } = fakeFetch(() => new Response(stream));
  assert.deepEqual(await callLimits({ fetch, timeoutMs: 1 }), TIMED_OUT);
});

test("a body that drips forever: timeout", async () => {
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await nextTurn();
      controller.enqueue(new Uint8Array([0x20]));
    },
  });
  const { fetch } = fakeFetch(() => new Response(stream));
  assert.deepEqual(await callLimits({ fetch, timeoutMs: 5 }), TIMED_OUT);
});

test("the call fails with another error after its timeout: timeout", async () => {
  const { fetch } = fakeFetch(
    ({ init }: Call) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new TypeError("terminated")));
      }),
  );
  assert.deepEqual(await callLimits({ fetch, timeoutMs: 1 }), TIMED_OUT);
});

test("an answer or a failure after the timeout changes nothing", async () => {
  const late = held();
  assert.deepEqual(await callLimits({ fetch: late.fetch, timeoutMs: 1 }), TIMED_OUT);
  late.give(new Response(USAGE));
  let fail: (error: Error) => void = () => {};
  const failing = new Promise<Response>((_resolve, reject) => {
    fail = reject;
  });
  assert.deepEqual(await callLimits({ fetch: fakeFetch(() => failing).fetch, timeoutMs: 1 }), TIMED_OUT);
  fail(new Error("late"));
  await nextTurn();
});

/** The tests below advance the timers by hand. */
const withTimers = (t: TestContext) => t.mock.timers.enable({ apis: ["setTimeout"] });

/** Runs everything that does not wait for a timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

test("the timeout is 10000 ms by default", async (t) => {
  withTimers(t);
  const { fetch, calls } = heedingFetch();
  const result = callLimits({ fetch });
  await settle();
  t.mock.timers.tick(9_999);
  assert.equal(calls[0]?.init.signal?.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(calls[0]?.init.signal?.aborted, true);
  assert.deepEqual(await result, TIMED_OUT);
});

test("the timeout covers the whole call: time spent on the headers is not available for the body", async (t) => {
  withTimers(t);
  const call = held();
  const result = callLimits({ fetch: call.fetch });
  await settle();
  t.mock.timers.tick(6_000);
  call.give(new Response(new ReadableStream<Uint8Array>()));
  await settle();
  t.mock.timers.tick(4_000);
  assert.deepEqual(await result, TIMED_OUT);
});

test("a call that ends in time leaves no timer behind and does not abort its signal", async (t) => {
  withTimers(t);
  const { fetch, calls } = fakeFetch();
  assert.equal((await callLimits({ fetch })).status, "ok");
  t.mock.timers.tick(10_000);
  assert.equal(calls[0]?.init.signal?.aborted, false);
});
