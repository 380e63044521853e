// The body is read chunk by chunk and bounded in bytes (rules FETCH-6, FETCH-7). Real responses over real streams.
import assert from "node:assert/strict";
import { test } from "node:test";
import { callLimits, failed, fakeFetch, ITEM, USAGE } from "../support/limits-call.ts";

const MAX = 262_144;
const TOO_MUCH = failed("unavailable", "bad_response");
const encode = (text: string) => new TextEncoder().encode(text);

/** Valid JSON with items, padded with blanks to a number of bytes. */
const usageOf = (bytes: number) => encode(USAGE.padEnd(bytes, " "));

/** A stream that gives one chunk for each pull, counts the pulls, and ends after the last chunk. */
function counted(chunks: readonly Uint8Array[], end: "close" | "never" = "close") {
  const seen = { pulls: 0, canceled: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[seen.pulls++];
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (end === "close") controller.close();
        else return new Promise<void>(() => {});
        return undefined;
      },
      cancel() {
        seen.canceled++;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

const answering = (stream: ReadableStream<Uint8Array>, status = 200) =>
  callLimits({ fetch: fakeFetch(() => new Response(stream, { status })).fetch });

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

test("a body of exactly 262144 bytes is read and parsed", async () => {
  const { stream, seen } = counted([usageOf(MAX)]);
  assert.deepEqual((await answering(stream)).items, [ITEM]);
  assert.equal(seen.canceled, 0);
});

test("a body of exactly 262144 bytes in many chunks is read and parsed", async () => {
  const { stream } = counted(cut(usageOf(MAX), 4_096));
  assert.deepEqual((await answering(stream)).items, [ITEM]);
});

test("a body one byte larger is bad_response, even if it is valid JSON with items", async () => {
  const { stream, seen } = counted([usageOf(MAX + 1)]);
  assert.deepEqual(await answering(stream), TOO_MUCH);
  assert.equal(seen.canceled, 1);
});

test("past 262144 bytes the stream is canceled immediately and not read further", async () => {
  const { stream, seen } = counted([...cut(usageOf(MAX), 65_536), encode(" "), encode(" "), encode(" ")]);
  assert.deepEqual(await answering(stream), TOO_MUCH);
  assert.deepEqual(seen, { pulls: 5, canceled: 1 });
});

test("a body that never ends is abandoned at the limit", async () => {
  const { stream, seen } = counted(cut(usageOf(MAX + 1), 100_000), "never");
  assert.deepEqual(await answering(stream), TOO_MUCH);
  assert.deepEqual(seen, { pulls: 3, canceled: 1 });
});

test("bytes are counted, not characters: 131073 two-byte letters are too many", async () => {
  const frame = JSON.stringify({ limits: [{ kind: "session" }], filler: "" });
  const body = frame.replace('""', `"${"é".repeat(131_073)}"`);
  assert.ok(body.length < MAX);
  const { stream, seen } = counted([encode(body)]);
  assert.deepEqual(await answering(stream), TOO_MUCH);
  assert.equal(seen.canceled, 1);
});

test("a small content-length does not change the limit", async () => {
  const { stream } = counted([usageOf(MAX + 1)]);
  const response = new Response(stream, { headers: { "content-length": "10" } });
  assert.deepEqual(await callLimits({ fetch: fakeFetch(() => response).fetch }), TOO_MUCH);
});

test("a character that is split between two chunks is decoded correctly", async () => {
  const kind = "über😀";
  const body = encode(JSON.stringify({ limits: [{ kind }] }));
  const { stream } = counted(cut(body, 1));
  assert.equal((await answering(stream)).items[0]?.kind, kind);
});

test("a byte-order mark before the JSON is ignored", async () => {
  const { stream } = counted([new Uint8Array([0xef, 0xbb, 0xbf]), encode(USAGE)]);
  assert.equal((await answering(stream)).status, "ok");
});

test("a body that is cut short is bad_response", async () => {
  const { stream } = counted([encode(USAGE.slice(0, -1))]);
  assert.deepEqual(await answering(stream), TOO_MUCH);
});

test("a stream whose cancel fails or never settles does not delay the result", async () => {
  for (const cancel of [() => Promise.reject(new Error("x")), () => new Promise<void>(() => {})]) {
    for (const status of [200, 500]) {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(usageOf(MAX + 1)),
        cancel,
      });
      const wanted = status === 200 ? TOO_MUCH : failed("http_error", "http_500");
      assert.deepEqual(await answering(stream, status), wanted);
    }
  }
});

test("on an error status the body is canceled and never read", async () => {
  const { stream, seen } = counted([encode("secret")], "never");
  assert.deepEqual(await answering(stream, 401), failed("http_error", "http_401"));
  assert.deepEqual(seen, { pulls: 0, canceled: 1 });
});

for (const [name, detail] of [
  ["TimeoutError", "timeout"],
  ["AbortError", "timeout"],
  ["TypeError", "network"],
] as const) {
  test(`a body that breaks off with a ${name}: ${detail}`, async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encode(USAGE)),
      pull: (controller) => controller.error(Object.assign(new Error("x"), { name })),
    });
    assert.deepEqual(await answering(stream), failed("unavailable", detail));
  });
}
