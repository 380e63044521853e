// Usage: filters, order, exact sums, accounts, retention.
import assert from "node:assert/strict";
import { emptied, runBeside, testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, counts, frozenDay, requestsBy } from "../../../test/support/store/fleet.ts";
import { GROUPINGS } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";
const HUGE = Number.MAX_SAFE_INTEGER;

testOnEach("rows are ordered by day, machine, model, account, by code unit, null first", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(TUESDAY, { "\u{1f600}": 1, "\uffee": 1, B: 1, a: 1 })], { account: "z" });
  await machine.pushed([aDay(MONDAY, { a: 1 })]);
  const rows = await store.usage({ from: MONDAY, to: TUESDAY, by: ["account", "model", "day"] });
  assert.deepEqual(
    rows.map(({ day, model, account }) => [day, model, account]),
    [
      [MONDAY, "a", null],
      [TUESDAY, "B", "z"],
      [TUESDAY, "a", "z"],
      [TUESDAY, "\u{1f600}", "z"],
      [TUESDAY, "\uffee", "z"],
    ],
  );
});

testOnEach("every filter works with every grouping", async (store) => {
  const [a, b] = [await aMachine(store), await aMachine(store)];
  await a.pushed([aDay(MONDAY, { large: 1, small: 2 }), aDay(TUESDAY, { large: 4 })], { account: "team" });
  await b.pushed([aDay(MONDAY, { large: 8 }), aDay("2026-11-30", { large: 99 })]);
  const records = [
    { day: MONDAY, machine: a.id, model: "large", account: "team", n: 1n },
    { day: MONDAY, machine: a.id, model: "small", account: "team", n: 2n },
    { day: TUESDAY, machine: a.id, model: "large", account: "team", n: 4n },
    { day: MONDAY, machine: b.id, model: "large", account: null, n: 8n },
  ];
  for (const machine of [undefined, [a.id], [a.id, b.id], ["999"], ["no id"]]) {
    for (const model of [undefined, ["large"], ["small", "large"]]) {
      for (const account of [undefined, ["team"], [null], ["team", null]]) {
        const kept = records.filter(
          (each) =>
            (machine?.includes(each.machine) ?? true) &&
            (model?.includes(each.model) ?? true) &&
            (account?.includes(each.account) ?? true),
        );
        const expected = kept.reduce((sum, { n }) => sum + n, 0n);
        const filters = { ...(machine && { machine }), ...(model && { model }), ...(account && { account }) };
        for (const by of [[], ["day"], ["machine"], ["model"], ["account"], [...GROUPINGS]] as const) {
          const rows = await requestsBy(store, { from: MONDAY, to: TUESDAY, by, ...filters });
          const sum = Object.values(rows).reduce((total, n) => total + n, 0n);
          assert.equal(sum, expected, JSON.stringify({ by, ...filters }));
        }
      }
    }
  }
});

testOnEach("a filter of an empty model matches nothing, and doubles nothing", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 4, small: 1 })], { account: "team" });
  for (const filter of [{}, { machine: [machine.id] }, { account: ["team"] }]) {
    assert.deepEqual(await requestsBy(store, { by: ["model"], model: [""], ...filter }), {});
    assert.deepEqual(await requestsBy(store, { by: ["day"], model: [""], ...filter }), { [MONDAY]: 0n });
    assert.deepEqual(await requestsBy(store, { by: ["day"], model: ["", "large"], ...filter }), {
      [MONDAY]: 4n,
    });
    assert.deepEqual(await requestsBy(store, { by: ["model"], model: ["", "large"], ...filter }), {
      large: 4n,
    });
  }
});

testOnEach("a held day is a row of zeros, also where a filter leaves no model", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY), aDay(TUESDAY, { large: 4 })]);
  for (const filter of [{}, { machine: [machine.id] }, { account: [null] }]) {
    const rows = await requestsBy(store, { by: ["day"], ...filter });
    assert.deepEqual(rows, { [MONDAY]: 0n, [TUESDAY]: 4n });
    const small = await requestsBy(store, { by: ["day"], model: ["small"], ...filter });
    assert.deepEqual(small, { [MONDAY]: 0n, [TUESDAY]: 0n });
    assert.deepEqual(await requestsBy(store, { by: ["model"], ...filter }), { large: 4n });
  }
});

testOnEach("sums are exact past 2^53", async (store) => {
  const [a, b] = [await aMachine(store), await aMachine(store)];
  await a.pushed([aDay(MONDAY, { large: HUGE, small: HUGE })]);
  await b.pushed([aDay(MONDAY, { large: HUGE })]);
  await b.pushed([aDay(MONDAY, { large: HUGE - 1 })]);
  const expected = 3n * BigInt(HUGE) - 1n;
  for (const by of [[], ["day"], ["account"]] as const) {
    assert.deepEqual(Object.values(await requestsBy(store, { by })), [expected]);
  }
  assert.deepEqual(await requestsBy(store, { by: ["machine"] }), {
    [a.id]: 2n * BigInt(HUGE),
    [b.id]: BigInt(HUGE - 1),
  });
  assert.deepEqual(await store.verify(), []);
});

testOnEach("a sum stops at 2^63-1, and is right again when the hostile day is gone", async (store) => {
  const [hostile, honest] = [await aMachine(store), await aMachine(store)];
  const models = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`m${index}`, HUGE]));
  await honest.pushed([aDay(MONDAY, { large: 7 })]);
  await hostile.pushed([aDay(MONDAY, models)]);
  for (const by of [[], ["day"], ["machine"], ["account"]] as const) {
    const greatest = Object.values(await requestsBy(store, { by })).reduce((a, b) => (a > b ? a : b));
    assert.equal(greatest, 2n ** 63n - 1n);
  }
  assert.deepEqual(await store.verify(), []);
  await hostile.pushed([aDay(MONDAY, { large: 1 })]);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 8n });
  assert.deepEqual(await store.verify(), []);
});

testOnEach("a day keeps the account of the snapshot that brought it", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([frozenDay(MONDAY, { large: 5 }), aDay(TUESDAY, { large: 1 })], { account: "old" });
  await machine.pushed([frozenDay(MONDAY, { large: 5 }), aDay(TUESDAY, { large: 1 })], { account: "new" });
  const byAccount = { by: ["day", "account"] } as const;
  assert.deepEqual(await requestsBy(store, byAccount), { [`${MONDAY} old`]: 5n, [`${TUESDAY} new`]: 1n });
  await machine.pushed([frozenDay(MONDAY, { large: 6 })]);
  assert.deepEqual(await requestsBy(store, byAccount), { [`${MONDAY} `]: 6n, [`${TUESDAY} new`]: 1n });
});

testOnEach("a wrong sum is found", async (store, _t, options) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 5 })], { account: "team" });
  assert.deepEqual(await store.verify(), []);
  for (const statement of [
    "update day_sum set requests = requests + 1 where model = 'large'",
    "delete from account_day_sum",
    "update machine_day set input_tokens = 4",
    "update machine_day set counted = 0",
  ]) {
    await runBeside(options, [statement]);
    assert.notDeepEqual(await store.verify(), [], statement);
    await emptied(options);
    await machine.join();
    await machine.pushed([aDay(MONDAY, { large: 5 })], { account: "team" });
  }
});

testOnEach("old days are removed with their sums, and running totals stay", async (store) => {
  const [a, b] = [await aMachine(store), await aMachine(store)];
  await a.pushed([frozenDay("2026-01-01", { large: 1 }), frozenDay(MONDAY, { large: 2 })]);
  await b.pushed([frozenDay("2026-01-01", { large: 4 }), aDay(TUESDAY, { large: 8 })]);
  assert.equal(await store.prune(MONDAY), 2);
  assert.equal(await store.prune(MONDAY), 0);
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 2n, [TUESDAY]: 8n });
  assert.deepEqual(await store.verify(), []);
  assert.deepEqual(
    (await store.counters()).map(({ requests }) => requests),
    [3, 12],
  );
});

testOnEach(
  "a removed day that is sent again is held, and counted once in the running totals",
  async (store) => {
    const machine = await aMachine(store);
    const days = [frozenDay("2026-01-01", { large: 5 }), aDay(MONDAY, { large: 1 })];
    await machine.pushed(days);
    await store.prune(MONDAY);
    await machine.pushed(days);
    assert.deepEqual(await requestsBy(store, {}), { "2026-01-01": 5n, [MONDAY]: 1n });
    assert.deepEqual(
      (await store.counters()).map(({ requests }) => requests),
      [6],
    );
    await machine.pushed([frozenDay("2026-01-01", { large: 7 }), aDay(TUESDAY, { large: 1 })]);
    assert.deepEqual(
      (await store.counters()).map(({ requests }) => requests),
      [9],
    );
    assert.deepEqual(await store.verify(), []);
  },
);

testOnEach("running totals never fall, and count nothing twice", async (store) => {
  const machine = await aMachine(store);
  const totals: number[] = [];
  for (const requests of [10, 4, 9, 12]) {
    await machine.pushed([aDay(MONDAY, { large: counts(requests) })]);
    totals.push((await store.counters())[0]?.requests ?? -1);
  }
  assert.deepEqual(totals, [10, 10, 10, 12]);
});
