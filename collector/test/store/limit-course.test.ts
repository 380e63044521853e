// The history of limits, thinned by the database.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aLimit, aMachine, HOUR, NOW } from "../../../test/support/store/fleet.ts";

const MINUTE = HOUR / 60;
const all = { from: 0, to: NOW + 999 * HOUR, step: 1, machines: [], accounts: [] };

testOnEach(
  "readings within a step become one, with the highest, the last, and when it was full",
  async (store) => {
    const machine = await aMachine(store);
    const [first, second] = [NOW + 5 * HOUR, NOW + 10 * HOUR];
    const readings = [
      [0, 10, first],
      [15, 100, first + 1],
      [30, 40, first],
      [60, 60, first],
      [61, 5, second],
    ] as const;
    for (const [minute, percent, resetsAt] of readings) {
      const at = NOW + minute * MINUTE;
      await machine.push({
        account: "team",
        limits: [aLimit(percent, { resetsAt })],
        fetchedAt: at,
        arrivedAt: at,
      });
    }
    const course = (step: number, from = NOW, to = all.to) =>
      store.limitCourse({ ...all, from, to, step, accounts: ["team"] });
    const shown = (await course(HOUR)).map(({ firstAt, lastAt, last, highest, fullAt, resetsAt }) => [
      (firstAt - NOW) / MINUTE,
      (lastAt - NOW) / MINUTE,
      last,
      highest,
      fullAt === null ? null : (fullAt - NOW) / MINUTE,
      resetsAt,
    ]);
    assert.deepEqual(shown, [
      [0, 30, 40, 100, 15, first + 1],
      [60, 60, 60, 60, null, first],
      [61, 61, 5, 5, null, second],
    ]);
    assert.equal((await course(1)).length, readings.length);
    // Of some days, readings are in memory and thinned there.
    for (const step of [1, HOUR, 2 * HOUR])
      assert.deepEqual(await course(step, NOW, NOW + 12 * HOUR), await course(step));
    assert.deepEqual(await course(1, NOW + 62 * MINUTE), []);
  },
);

testOnEach("only the limits of those asked for, of a machine with what was merged into it", async (store) => {
  const [part, whole, other] = [await aMachine(store), await aMachine(store), await aMachine(store)];
  await part.push({ limits: [aLimit(1)], fetchedAt: NOW - 2 });
  await whole.push({ limits: [aLimit(2)], fetchedAt: NOW - 1 });
  await other.push({ account: "team", limits: [aLimit(3, { model: "large" })] });
  await store.mergeMachines(part.id, whole.id, ADMIN);
  const of = async (owners: { accounts?: string[]; machines?: string[] }) =>
    (await store.limitCourse({ ...all, ...owners })).map(({ account, machine, model, last }) => [
      account ?? machine,
      model,
      last,
    ]);
  assert.deepEqual(await of({ machines: [whole.id] }), [
    [whole.id, null, 1],
    [whole.id, null, 2],
  ]);
  assert.deepEqual(await of({ accounts: ["team"] }), [["team", "large", 3]]);
  assert.equal((await of({ accounts: ["team"], machines: [whole.id] })).length, 3);
  assert.deepEqual(await of({ accounts: ["", "no"], machines: ["0", "x"] }), []);
  assert.deepEqual(await of({}), []);
});

testOnEach("readings that are kept from one day on answer for an earlier and a later one", async (store) => {
  const machine = await aMachine(store);
  const day = 24 * HOUR;
  const push = (at: number, percent: number) =>
    machine.push({ account: "team", limits: [aLimit(percent)], fetchedAt: at, arrivedAt: at });
  const firsts = async (days: number) => {
    const from = NOW - days * day;
    const course = await store.limitCourse({ ...all, from, to: from + 39 * day, accounts: ["team"] });
    return course.map(({ last }) => last);
  };
  await push(NOW - 60 * day, 1);
  await push(NOW - 10 * day, 2);
  await push(NOW, 3);
  assert.deepEqual(await firsts(2), [3]);
  assert.deepEqual(await firsts(20), [2, 3]);
  await push(NOW + day, 4);
  assert.deepEqual(await firsts(2), [3, 4]);
  assert.deepEqual(await firsts(20), [2, 3, 4]);
  assert.deepEqual(await firsts(70), [1]);
  await push(NOW + 2 * day, 5);
  assert.deepEqual(await firsts(2), [3, 4, 5]);
});

testOnEach("readings that are in memory are those of the database after every push", async (store) => {
  const machine = await aMachine(store);
  const long = { ...all, from: NOW, step: 10 * MINUTE, accounts: ["team", "other"] };
  for (let n = 0; n < 12; n++) {
    const at = NOW + n * 4 * MINUTE;
    const limits = [
      aLimit((n * 37) % 101, { resetsAt: NOW + (n % 3) * HOUR }),
      aLimit(n, { kind: "weekly" }),
    ];
    await machine.push({
      account: n % 4 === 3 ? "other" : "team",
      limits,
      fetchedAt: at,
      arrivedAt: at,
    });
    const kept = await store.limitCourse({ ...long, to: NOW + 12 * HOUR });
    const names = (rows: typeof kept) => rows.map((row) => JSON.stringify(row)).sort();
    assert.deepEqual(names(kept), names(await store.limitCourse(long)));
  }
});
