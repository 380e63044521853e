// The seven rules of docs/contract.md, on every database.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import {
  aDay,
  aLimit,
  aMachine,
  frozenDay,
  HOUR,
  NOW,
  requestsBy,
} from "../../../test/support/store/fleet.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";

testOnEach("rule 1: a newer record of a day replaces the older one", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 5, small: 1 })]);
  await machine.pushed([aDay(MONDAY, { large: 3 })]);
  assert.deepEqual(await requestsBy(store, { by: ["day", "model"] }), { [`${MONDAY} large`]: 3n });
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 3n });
});

testOnEach("rule 2: a snapshot whose seq is not greater is late, and changes nothing", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 5 })], { seq: 5 });
  for (const seq of [5, 4]) {
    const result = await machine.push({ seq, days: [aDay(MONDAY, { large: 9 })], label: "other" });
    assert.deepEqual(result, { status: "kept", late: true });
  }
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 5n });
  assert.equal((await store.machines())[0]?.label, "laptop");
});

testOnEach("rule 2: the greatest seq of every stateId is remembered", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 1 })], { stateId: "a", seq: 5 });
  await machine.pushed([aDay(MONDAY, { large: 2 })], { stateId: "b", seq: 1 });
  const late = await machine.push({ stateId: "a", seq: 3, days: [aDay(MONDAY, { large: 3 })] });
  assert.deepEqual(late, { status: "kept", late: true });
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 2n });
  await machine.pushed([aDay(MONDAY, { large: 4 })], { stateId: "a", seq: 6 });
  assert.equal((await machine.push({ stateId: "b", seq: 1 })).status, "kept");
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 4n });
});

testOnEach("rule 3: a missing day is no zero, and a day without models is one", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 5 }), aDay(TUESDAY, { large: 6 })]);
  await machine.pushed([aDay(TUESDAY)]);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 5n, [TUESDAY]: 0n });
  assert.deepEqual(await requestsBy(store, { by: ["day", "model"] }), { [`${MONDAY} large`]: 5n });
});

testOnEach("rule 4: a frozen day is raised, and never lowered", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([frozenDay(MONDAY, { large: 5 })]);
  for (const [sent, kept] of [
    [frozenDay(MONDAY, { large: 4 }), 5n],
    [aDay(MONDAY, { large: 1, small: 1 }), 5n],
    [aDay(MONDAY), 5n],
    [frozenDay(MONDAY, { small: 6 }), 6n],
  ] as const) {
    await machine.pushed([sent]);
    assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: kept });
  }
});

testOnEach("rule 4: of equal requests, more tokens win", async (store) => {
  const machine = await aMachine(store);
  const day = (tokens: number) => {
    const sent = {
      requests: 1,
      inputTokens: tokens,
      outputTokens: 0,
      cacheCreationTokens: 0,
      cacheReadTokens: 0,
    };
    return frozenDay(MONDAY, { large: sent });
  };
  await machine.pushed([day(10)]);
  await machine.pushed([day(9)]);
  await machine.pushed([day(11)]);
  await machine.pushed([day(10)]);
  assert.equal((await store.usage({ from: MONDAY, to: MONDAY, by: [] }))[0]?.inputTokens, 11n);
});

testOnEach("rule 4: a frozen day stays frozen after an open record raised it", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([frozenDay(MONDAY, { large: 5 })]);
  await machine.pushed([aDay(MONDAY, { large: 7 })]);
  await machine.pushed([aDay(MONDAY, { large: 6 })]);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 7n });
});

testOnEach("rule 5: a snapshot that says nothing new is kept, and the machine was seen", async (store) => {
  const machine = await aMachine(store);
  const days = [frozenDay(MONDAY, { large: 5 })];
  await machine.pushed(days);
  await machine.pushed(days, { arrivedAt: NOW + HOUR });
  assert.equal((await store.machines())[0]?.lastSeen, NOW + HOUR);
  await machine.push({ seq: 1, arrivedAt: NOW + 2 * HOUR });
  assert.equal((await store.machines())[0]?.lastSeen, NOW + 2 * HOUR);
});

testOnEach("rule 6: a day whose models became coarser has the same sum", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 5, small: 2, tiny: 1 })]);
  await machine.pushed([aDay(MONDAY, { large: 5, other: 3 })]);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 8n });
  assert.deepEqual(await requestsBy(store, { by: ["model"] }), { large: 5n, other: 3n });
});

testOnEach(
  "two days far apart are kept, beside the thousands that the machine holds between them",
  async (store) => {
    const machine = await aMachine(store);
    const name = (index: number) => new Date(Date.UTC(1990, 0, 1 + index)).toISOString().slice(0, 10);
    await machine.pushed(Array.from({ length: 3_000 }, (_, index) => frozenDay(name(index))));
    await machine.pushed([frozenDay("1980-01-01", { large: 1 }), aDay(MONDAY, { large: 2 })]);
    assert.deepEqual(await requestsBy(store, { by: ["model"] }), { large: 3n });
  },
);

testOnEach("rule 7: two machines of one account have one limit, the one read last", async (store) => {
  const [first, second] = [await aMachine(store), await aMachine(store)];
  await first.push({ account: "team", limits: [aLimit(40)], fetchedAt: NOW - 10 });
  await second.push({ account: "team", limits: [aLimit(50)], fetchedAt: NOW - 5 });
  await first.push({ account: "team", limits: [aLimit(45)], fetchedAt: NOW - 7 });
  const limits = await store.limits();
  assert.deepEqual(
    limits.map(({ account, machine, percent, fetchedAt }) => ({ account, machine, percent, fetchedAt })),
    [{ account: "team", machine: null, percent: 50, fetchedAt: NOW - 5 }],
  );
});
