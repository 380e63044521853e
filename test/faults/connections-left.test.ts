// The daemon lives for months: whatever is answered, its calls leave no connections behind that pile up.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Fetch } from "../../src/base/edges.ts";
import { pushSnapshot } from "../../src/push/push.ts";
import { flood, startHostile } from "../support/hostile.ts";
import { callLimits } from "../support/limits-call.ts";
import { aSnapshot } from "../support/snapshots.ts";

const CALLS = 4;
/** Far beyond what closing takes. */
const TIMEOUT_MS = 5_000;

/** Calls again and again a server that answers with this head and then a body without end. */
async function callAgainAndAgain(t: TestContext, head: string, call: typeof push): Promise<void> {
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

const PACKED_TOO_OFTEN = `200 OK\r\ncontent-encoding: ${Array(6).fill("gzip").join()}`;
for (const head of ["200 OK", "500 X", "302 X\r\nlocation: /x", "407 X", "600 X", PACKED_TOO_OFTEN]) {
  const [status] = head.split("\r\n");
  const name = head === PACKED_TOO_OFTEN ? "200, packed too often," : status;
  test(`pushes that are answered ${name} with a body without end`, (t) => callAgainAndAgain(t, head, push));
  test(`limits that are answered ${name} with a body without end`, (t) => callAgainAndAgain(t, head, limits));
}
