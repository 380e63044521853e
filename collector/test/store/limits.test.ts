// Limits: the newest reading, whoever read it, and the changes.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aLimit, aMachine, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

async function percents(store: Store): Promise<(number | null)[]> {
  return (await store.limitsHistory(0, NOW + 9 * HOUR)).map(({ percent }) => percent);
}

testOnEach("a reading that says what the last one said is newer, and no change", async (store) => {
  const machine = await aMachine(store);
  for (const [hour, percent] of [10, 10, 20, 20, 10].entries()) {
    const at = NOW + hour * HOUR;
    await machine.push({ account: "team", limits: [aLimit(percent)], fetchedAt: at, arrivedAt: at });
  }
  assert.equal((await store.limits())[0]?.fetchedAt, NOW + 4 * HOUR);
  assert.deepEqual(await percents(store), [10, 20, 10]);
});

testOnEach("an older reading changes nothing, and is no change", async (store) => {
  const machine = await aMachine(store);
  await machine.push({ limits: [aLimit(30)], fetchedAt: NOW });
  await machine.push({ limits: [aLimit(20)], fetchedAt: NOW - 1 });
  await machine.push({ limits: [aLimit(25)], fetchedAt: NOW });
  assert.equal((await store.limits())[0]?.percent, 30);
  assert.deepEqual(await percents(store), [30]);
});

testOnEach("a change of severity or of the reset is a change", async (store) => {
  const machine = await aMachine(store);
  const facts = [
    {},
    { severity: "high" },
    { severity: "high", resetsAt: NOW },
    { severity: "high", resetsAt: NOW },
  ];
  for (const [index, limit] of facts.entries()) {
    await machine.push({ limits: [aLimit(30, limit)], fetchedAt: NOW - 10 + index });
  }
  assert.equal((await percents(store)).length, 3);
});

testOnEach("a clock that is ahead makes no reading newer than its arrival", async (store) => {
  const [ahead, other] = [await aMachine(store), await aMachine(store)];
  await ahead.push({ account: "team", limits: [aLimit(80)], fetchedAt: NOW + 999 * HOUR });
  assert.equal((await store.limits())[0]?.fetchedAt, NOW);
  await other.push({ account: "team", limits: [aLimit(5)], fetchedAt: NOW + 1, arrivedAt: NOW + HOUR });
  assert.equal((await store.limits())[0]?.percent, 5);
});

testOnEach("limits without an account belong to the machine, or to what it is shown as", async (store) => {
  const [a, b] = [await aMachine(store), await aMachine(store)];
  await a.push({ limits: [aLimit(1)], fetchedAt: NOW - 2 });
  await b.push({ limits: [aLimit(2)], fetchedAt: NOW - 1 });
  const shown = async () => (await store.limits()).map(({ machine, percent }) => [machine, percent]);
  assert.deepEqual(await shown(), [
    [a.id, 1],
    [b.id, 2],
  ]);
  await store.mergeMachines(b.id, a.id, ADMIN);
  assert.deepEqual(await shown(), [[a.id, 2]]);
});

testOnEach("limits differ by kind, group and model", async (store) => {
  const machine = await aMachine(store);
  const limits = [
    aLimit(1),
    aLimit(2, { kind: "weekly", group: "weekly" }),
    aLimit(3, { kind: "weekly", group: "weekly", model: "large" }),
  ];
  await machine.push({ account: "team", limits });
  assert.deepEqual(
    (await store.limits()).map(({ kind, group, model, percent }) => [kind, group, model, percent]),
    [
      ["session", "session", null, 1],
      ["weekly", "weekly", null, 2],
      ["weekly", "weekly", "large", 3],
    ],
  );
});

testOnEach("the history is filtered by time and by account", async (store) => {
  const machine = await aMachine(store);
  await machine.push({ account: "a", limits: [aLimit(1)], fetchedAt: NOW - 3 });
  await machine.push({ account: "b", limits: [aLimit(2)], fetchedAt: NOW - 2 });
  await machine.push({ account: "a", limits: [aLimit(3)], fetchedAt: NOW - 1 });
  const history = async (from: number, to: number, account?: string[]) =>
    (await store.limitsHistory(from, to, account)).map(({ percent }) => percent);
  assert.deepEqual(await history(NOW - 2, NOW - 1), [2, 3]);
  assert.deepEqual(await history(0, NOW, ["a"]), [1, 3]);
  assert.deepEqual(await history(0, NOW, ["c"]), []);
});

testOnEach("old readings are removed with old days, and the newest stay", async (store) => {
  const machine = await aMachine(store);
  await machine.push({ limits: [aLimit(1)], fetchedAt: NOW - 48 * HOUR });
  await machine.push({ limits: [aLimit(2)], fetchedAt: NOW });
  await store.prune("2026-11-22");
  assert.deepEqual(await percents(store), [2]);
  assert.equal((await store.limits()).length, 1);
});
