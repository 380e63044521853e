// Ids of any length tell requests apart (rule SCAN-24). For their memory, see test/faults/transcript-memory.test.ts.
import assert from "node:assert/strict";
import test from "node:test";
import { line } from "../support/transcript.ts";
import { requestsOf, scanLines } from "../support/usage/scans.ts";

const LONG = "m".repeat(300);

test("lines with the same long ids are one request", async (t) => {
  const same = line({ id: LONG, requestId: LONG });
  assert.equal(requestsOf(await scanLines(t, same, line({ id: "m1" }), same)), 1 + 1);
});

test("long ids that differ anywhere are different requests", async (t) => {
  const ids = [LONG, `${LONG}m`, `x${LONG.slice(1)}`, `${LONG.slice(1)}x`, `${LONG}ü`, `${LONG}ú`];
  const lines = ids.flatMap((id) => [line({ id, requestId: "r" }), line({ id, requestId: undefined })]);
  assert.equal(requestsOf(await scanLines(t, ...lines)), 12);
});

test("where one id ends and the next begins makes a difference", async (t) => {
  const lines = [line({ id: `${LONG}a`, requestId: "bc" }), line({ id: `${LONG}ab`, requestId: "c" })];
  assert.equal(requestsOf(await scanLines(t, ...lines)), 2);
});

test("a long id with an escape is the same id", async (t) => {
  const text = line({ id: LONG, requestId: "r" });
  assert.equal(requestsOf(await scanLines(t, text, text.replace("mmm", "m\\u006dm"))), 1);
});
