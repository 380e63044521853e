// The daemon runs for months: whatever the answer, its calls leave no open connections behind.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Fetch } from "../../src/base/edges.ts";
import { pushSnapshot } from "../../src/push/push.ts";
import { flood, startHostile } from "../support/hostile.ts";
import { callLimits } from "../support/limits-call.ts";
import { aSnapshot } from "../support/snapshots.ts";

const CALLS = 4;
/** Far longer than closing takes. */
const TIMEOUT_MS = 5_000;

/** Makes several calls to a server that answers with this head and an endless body. */
async function callRepeatedly(t: TestContext, head: string, call: typeof push): Promise<void> {
  const server = await startHostile(t);
  void server.play({
    act: (socket) => {
      socket.write(`HTTP/1.1 ${head}\r\n\r\n`);
      return flood(socket, " ", Number.POSITIVE_INFINITY);
    },
  });
  for (let count = 0; count < CALLS; count++) await call(server.origin, server.fetch);
  const timer = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the connections stay open")), TIMEOUT_MS).unref();
  });
  await Promise.race([server.allClosed(), timer]);
  assert.ok(server.requests.length >= CALLS);
}

const push = async (baseUrl: string, fetch: Fetch): Promise<void> => {
  await pushSnapshot({ baseUrl, snapshot: aSnapshot(), fetch });
};
const limits = async (_: string, fetch: Fetch): Promise<void> => {
  await callLimits({ fetch });
};

const OVERCOMPRESSED = `200 OK\r\ncontent-encoding: ${Array(6).fill("gzip").join()}`;
for (const head of ["200 OK", "500 X", "302 X\r\nlocation: /x", "407 X", "600 X", OVERCOMPRESSED]) {
  const [status] = head.split("\r\n");
  const name = head === OVERCOMPRESSED ? "200, compressed too often," : status;
  test(`pushes answered with ${name} and an endless body`, (t) => callRepeatedly(t, head, push));
  test(`limits calls answered with ${name} and an endless body`, (t) => callRepeatedly(t, head, limits));
}
