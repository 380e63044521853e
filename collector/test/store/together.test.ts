// Pushes that arrive at the same time.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aDay, aLimit, aMachine, NOW, requestsBy } from "../../../test/support/store/fleet.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";
const BOTH = { from: MONDAY, to: TUESDAY } as const;

testOnEach("pushes at the same time are summed exactly", async (store) => {
  const machines = [await aMachine(store), await aMachine(store), await aMachine(store)];
  for (const round of [1, 2]) {
    const pushes = machines.map((machine, index) =>
      machine.pushed([aDay(MONDAY, { large: 10 + index }), aDay(TUESDAY, { large: round, small: index })], {
        account: index === 0 ? "team" : null,
      }),
    );
    await Promise.all(pushes);
  }
  assert.deepEqual(await requestsBy(store, { ...BOTH, by: ["day"] }), { [MONDAY]: 33n, [TUESDAY]: 9n });
  assert.deepEqual(await store.verify(), []);
});

testOnEach(
  "a push that fails takes none with it that arrived at the same time, and is in no sum",
  async (store) => {
    const [first, wrong, last] = [await aMachine(store), await aMachine(store), await aMachine(store)];
    const days = [aDay(MONDAY, { large: 1 })];
    const broken = wrong.snapshot({ days: [aDay(MONDAY, { large: 100 })], limits: [aLimit(0.5)] });
    const results = await Promise.allSettled([
      first.pushed(days),
      // No such snapshot is ever read. It fails after its days were counted.
      store.keep({
        tokenHash: wrong.token,
        read: () => ({ status: "ok", snapshot: broken }),
        arrivedAt: NOW,
      }),
      last.pushed(days),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(await requestsBy(store, { ...BOTH, by: ["day"] }), { [MONDAY]: 2n });
    assert.deepEqual(await store.verify(), []);
  },
);

testOnEach("merges at the same time that lock one another's machines are all answered", async (store) => {
  const machines = [
    await aMachine(store),
    await aMachine(store),
    await aMachine(store),
    await aMachine(store),
  ];
  for (const machine of machines) await machine.pushed([aDay(MONDAY, { large: 1 })]);
  const [a = "", b = "", c = "", d = ""] = machines.map(({ id }) => id);
  await store.mergeMachines(d, a, ADMIN);
  await store.mergeMachines(c, b, ADMIN);
  // One locks the group of a, then that of c; the other that of b, then that of d: the same two groups in another order.
  const merges = Array.from({ length: 4 }, () => [
    store.mergeMachines(c, a, ADMIN),
    store.mergeMachines(b, d, ADMIN),
  ]).flat();
  const answers = await Promise.all(merges);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set(["merged_already"]));
  assert.deepEqual(await requestsBy(store, BOTH), { [MONDAY]: 2n });
});
