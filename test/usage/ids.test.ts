// Requests are recognized by a hash of their ids, which the kernel makes of what JSON.parse would see (rule SCAN-24).
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { line } from "../support/transcript.ts";
import { parseFile, runKernel } from "../support/usage/kernel-runs.ts";
import { sipHash } from "../support/usage/reference-hash.ts";

const kernel = new Kernel();

/** Bytes of texts: escapes, characters of every length, and what is not UTF-8. */
const PARTS = [
  "msg_01",
  "\\u0061",
  "\\ud83d\\ude80",
  "\\uD83D",
  "\\uDE80",
  "\\ufffd",
  "\\\\u0061",
  "\\\\",
  '\\"',
  "\\/\\b\\f\\n\\r\\t",
  "\\u0000",
  "é",
  "e\u0301",
  "日",
  "\ufffd",
  "\ud83d\ude80",
].map((text) => Buffer.from(text));
const BYTES = [
  0x7f, 0x80, 0xbf, 0xc1, 0xc3, 0xe0, 0xed, 0xa0, 0x9f, 0xef, 0xbf, 0xbd, 0xf0, 0x90, 0xf4, 0x8f, 0xf5, 0xff,
];

test("the hash of any ids is SipHash-2-4-128 of what JSON.parse makes of them", async () => {
  const part = fc.oneof(
    fc.constantFrom(...PARTS),
    fc.constantFrom(...BYTES).map((byte) => Buffer.of(byte)),
  );
  const id = fc
    .array(part, { minLength: 1, maxLength: 12 })
    .map((parts) => Buffer.concat(parts).toString("latin1"));
  const property = fc.asyncProperty(id, fc.oneof(fc.constant(""), id), async (messageId, requestId) => {
    const text = line({ id: "MESSAGE", requestId: "REQUEST" });
    const filled = text.replace("MESSAGE", () => messageId).replace("REQUEST", () => requestId);
    const file = Buffer.from(`${filled}\n`, "latin1");
    const { lines, deferred } = await runKernel(kernel, file);
    assert.equal(lines.length, 1);
    assert.equal(deferred, 0);
    assert.deepEqual(lines, parseFile(file).lines);
  });
  await fc.assert(property, { numRuns: 3000 });
});

// From the authors' own list: https://github.com/veorq/SipHash/blob/master/vectors.h
test("the reference of these tests is SipHash-2-4-128", () => {
  const key = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n];
  const hashes = [0, 1, 8, 15].map((length) =>
    sipHash(Buffer.from(Array.from({ length }, (_, index) => index)), key),
  );
  assert.deepEqual(hashes, [
    "a3817f04ba25a8e66df67214c7550293",
    "da87c1d86b99af44347659119b22fc45",
    "3b62a9ba6258f5610f83e264f31497b4",
    "5493e99933b0a8117e08ec0f97cfc3d9",
  ]);
});
