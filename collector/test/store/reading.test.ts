// Pages are read beside the pushes: these do not wait, however long a query takes.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, requestsBy, type TestMachine } from "../../../test/support/store/fleet.ts";

const MONDAY = "2026-11-16";
const MACHINES = 8;

testOnEach("a push is kept while a page is read, and the page shows one moment", async (store) => {
  const machines: TestMachine[] = [];
  for (let count = 0; count < MACHINES; count++) machines.push(await aMachine(store));
  const push = (n: number) =>
    Promise.all(
      machines.map((machine) => machine.pushed([aDay(MONDAY, { [`model-${n % 3}`]: n, other: 1 })])),
    );
  await push(1);
  const reads = Array.from({ length: 10 }, async () => {
    const { total, groups, others } = await store.fleetUsage({
      from: "2026-01-01",
      to: MONDAY,
      by: "machine",
      top: 3,
    });
    const parts = groups.reduce((sum, group) => sum + group.sum.requests, others?.sum.requests ?? 0n);
    assert.equal(parts, total.requests);
  });
  for (let n = 2; n < 6; n++) await push(n);
  await Promise.all(reads);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: BigInt(MACHINES * 6) });
});
