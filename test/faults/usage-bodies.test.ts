// Response bodies over a real connection: plain, chunked and compressed (rules FETCH-7, FETCH-8).
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { startHostile } from "../support/hostile.ts";
import { callLimits, failed, ITEM, USAGE } from "../support/limits-call.ts";

const MAX = 262_144;
const BAD = failed("unavailable", "bad_response");
const NETWORK = failed("unavailable", "network");
const OK = { status: "ok", fetchedAt: "2026-11-20T17:00:00.000Z", items: [ITEM] };

/** A valid response padded with spaces to `bytes` bytes. */
const usageOf = (bytes: number) => Buffer.from(USAGE.padEnd(bytes, " "));
const answer = (body: Buffer | string, ...headers: string[]) =>
  Buffer.concat([Buffer.from(["HTTP/1.1 200 OK", ...headers, "", ""].join("\r\n")), Buffer.from(body)]);
const sized = (body: Buffer | string, ...headers: string[]) =>
  answer(body, ...headers, `content-length: ${Buffer.byteLength(body)}`);
const compressed = (coding: string, body: Buffer) => sized(body, `content-encoding: ${coding}`);
const chunk = (body: Buffer | string, extension = "") =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(body).toString(16)}${extension}\r\n`),
    Buffer.from(body),
    Buffer.from("\r\n"),
  ]);
const chunked = (...chunks: Buffer[]) => answer(Buffer.concat(chunks), "transfer-encoding: chunked");
const END = Buffer.from("0\r\n\r\n");
const letters = USAGE.split("").map((letter) => chunk(letter));

const ROWS: readonly (readonly [name: string, bytes: Buffer, expected: object])[] = [
  ["a body of exactly 262144 bytes", sized(usageOf(MAX)), OK],
  ["a body with one byte more", sized(usageOf(MAX + 1)), BAD],
  ["exactly 262144 bytes in chunks", chunked(chunk(usageOf(MAX)), END), OK],
  ["one byte more in chunks", chunked(chunk(usageOf(MAX)), chunk(" "), END), BAD],
  ["exactly 262144 bytes, ended by the connection", answer(usageOf(MAX)), OK],
  ["one byte more, ended by the connection", answer(usageOf(MAX + 1)), BAD],
  ["an empty body", sized(""), BAD],
  ["a body that is not JSON", sized("<html>busy</html>"), BAD],
  ["truncated JSON", sized(USAGE.slice(0, -1)), BAD],
  ["two JSON texts", sized(USAGE + USAGE), BAD],
  ["JSON without items", sized('{"limits":[]}'), BAD],
  ["JSON that is not an object", sized(`[${USAGE}]`), BAD],
  ["JSON nested 100,000 levels deep", sized("[".repeat(100_000) + "]".repeat(100_000)), BAD],
  ["JSON as UTF-16", sized(Buffer.from(USAGE, "utf16le")), BAD],
  ["JSON after a byte-order mark", sized(`\ufeff${USAGE}`), OK],
  ["JSON as text/html", sized(USAGE, "content-type: text/html; charset=x"), OK],
  ["a length that is too short", answer(USAGE, "content-length: 10"), BAD],
  ["a length that is too long", answer(USAGE, "content-length: 10000"), NETWORK],
  ["a length that is not a number", answer(USAGE, "content-length: ten"), NETWORK],
  ["a negative length", answer(USAGE, "content-length: -1"), NETWORK],
  ["chunks of one byte", chunked(...letters, END), OK],
  ["chunks with extensions", chunked(chunk(USAGE, ";a=b"), END), OK],
  ["chunks with a trailer", chunked(chunk(USAGE), Buffer.from("0\r\nx-trailer: a\r\n\r\n")), OK],
  ["chunks without a final chunk", chunked(chunk(USAGE)), NETWORK],
  ["chunks that start with the final chunk", chunked(END, chunk(USAGE), END), BAD],
  ["a chunk longer than its size", chunked(Buffer.from(`5\r\n${USAGE}\r\n`), END), NETWORK],
  ["gzip that was not requested", compressed("gzip", gzipSync(USAGE)), BAD],
  ["gzip without a content-encoding", sized(gzipSync(USAGE)), BAD],
  [
    "a gzip body that decompresses to far too much",
    compressed("gzip", gzipSync(Buffer.alloc(MAX * 100))),
    BAD,
  ],
  ["plain JSON labeled as gzip", compressed("gzip", Buffer.from(USAGE)), OK],
];

for (const [name, bytes, expected] of ROWS) {
  const { status, detail } = expected as { status: string; detail?: string };
  test(`${name}: ${detail ?? status}`, async (t) => {
    const vendor = await startHostile(t);
    void vendor.play({ act: (socket) => socket.end(bytes) });
    assert.deepEqual(await callLimits({ fetch: vendor.fetch }), expected);
    assert.equal(vendor.requests.length, 1);
  });
}
