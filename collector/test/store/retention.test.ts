// Days that are older than the retention are removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completeLog } from "../../../src/base/edges.ts";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, frozenDay, NOW, requestsBy } from "../../../test/support/store/fleet.ts";
import { keepRetention, oldestKept, StoreUnavailable } from "../../src/store/index.ts";

test("a retention counts days of Toronto, today included", () => {
  assert.equal(oldestKept(Date.parse("2026-11-22T03:00:00Z"), 36), "2026-10-17");
  assert.equal(oldestKept(Date.parse("2026-11-22T06:00:00Z"), 36), "2026-10-18");
});

testOnEach("with a retention of 36 days, the 37th is removed at the start", async (store) => {
  const machine = await aMachine(store);
  const oldest = oldestKept(NOW, 36);
  await machine.pushed([
    frozenDay("2026-10-17", { large: 1 }),
    frozenDay(oldest, { large: 2 }),
    aDay("2026-11-22"),
  ]);
  const stop = keepRetention({ store, days: 36, log: completeLog({}), clock: () => NOW });
  await stop();
  assert.deepEqual(await requestsBy(store, {}), { [oldest]: 2n, "2026-11-22": 0n });
});

test("a store that is unavailable is a warning", async () => {
  const warnings: string[] = [];
  const log = completeLog({ warn: (_: unknown, line: string) => void warnings.push(line) });
  const store = { prune: () => Promise.reject(new StoreUnavailable("full")) };
  await keepRetention({ store, days: 36, log, clock: () => NOW })();
  assert.deepEqual(warnings, ["days that are older than the retention could not be removed"]);
});
