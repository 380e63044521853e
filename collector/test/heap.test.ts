// How much memory V8 may take in a collector.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getHeapSpaceStatistics } from "node:v8";
import { boundHeap } from "../src/commands/heap.ts";

const BOUND = 8 * 1_048_576;
/** Of which enough are there for long enough that V8 lets the space grow. */
const OBJECTS = 100_000;

/** What the space for short-lived objects takes, in bytes. */
function youngBytes(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return young?.space_size ?? 0;
}

function makeObjects(): object[] {
  return Array.from({ length: OBJECTS }, (_, count) => ({ count }));
}

test("once the space for short-lived objects has its size, it grows no more, however many there are", () => {
  while (youngBytes() < BOUND) makeObjects();
  const before = youngBytes();
  boundHeap();
  for (let count = 0; count < 10; count++) makeObjects();
  assert.equal(youngBytes(), before);
});
