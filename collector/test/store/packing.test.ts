// Packing: in pieces, so that it holds up nothing, and ended at any of them.
import assert from "node:assert/strict";
import { runBeside, testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";
/** More than are read at once. */
const MACHINES = 1_200;

const FLEET = `with recursive fleet (id) as (select 1 union all select id + 1 from fleet where id < ${MACHINES})`;

/** A large fleet with two days, as its pushes would leave it. Every third machine did nothing; two accounts, two models. */
const LARGE_FLEET = [
  `insert into machine (id, program, machine_id, label, os, account, first_seen, root, seq, state_at) ${FLEET}
     select id, 'p', 'm' || id, '', '', '', 0, id, 0, 0 from fleet`,
  ...[MONDAY, TUESDAY].flatMap((day) => [
    `insert into machine_day ${FLEET}
       select id, '${day}', 0, case when id % 2 = 0 then 'even' else '' end, 1, 1, 2, 3, 4, 5, 0 from fleet`,
    ...["large", "small"].map(
      (model) => `insert into usage ${FLEET}
        select id, '${day}', '${model}', id, 9007199254740991, 3, 4, 5, 0 from fleet where id % 3 > 0`,
    ),
  ]),
];

const totals = (store: Store) =>
  store.machineTotals({ from: MONDAY, to: TUESDAY }).then((rows) => JSON.stringify(rows, withBigints));

const withBigints = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

testOnEach("a large fleet is packed in pieces, exactly", async (store, _, options) => {
  await runBeside(options, LARGE_FLEET);
  const before = await totals(store);
  assert.ok(before.includes("36028797018963964"));
  let pieces = 0;
  const rest = async () => ++pieces > 0;
  while (await store.pack(TUESDAY, { rest }));
  assert.ok(pieces >= 2 * (MACHINES / 500), `${pieces} pieces`);
  assert.equal(await totals(store), before);
});

testOnEach("what packing left at a stop is packed later, with what changed meanwhile", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 1 })]);
  let pieces = 0;
  const once = async () => ++pieces < 1;
  assert.equal(await store.pack(MONDAY, { rest: once }), false);
  assert.equal(pieces, 1);
  await machine.pushed([aDay(MONDAY, { large: 5, small: 2 })]);
  const before = await totals(store);
  assert.equal(await store.pack(MONDAY), true);
  assert.equal(await store.pack(MONDAY, { manyChanges: 1 }), false);
  assert.equal(await totals(store), before);
  assert.deepEqual(await store.verify(), []);
});

testOnEach("a day that nobody has a record of is nothing, between days that are packed", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay("2026-11-15", { large: 3 }), aDay(TUESDAY, { large: 5 })]);
  while (await store.pack(TUESDAY));
  assert.deepEqual(await store.machineTotals({ from: MONDAY, to: MONDAY }), []);
  const rows = await store.machineTotals({ from: MONDAY, to: TUESDAY });
  assert.deepEqual(
    rows.map(({ requests }) => requests),
    [5n],
  );
});
