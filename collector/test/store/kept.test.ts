// The store of the thread that makes pages keeps in memory what it has read, and is right at every moment, whoever writes.
import assert from "node:assert/strict";
import { runBeside, testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aDay, aMachine, NOW } from "../../../test/support/store/fleet.ts";
import { sameFleetUsage } from "../../../test/support/store/fleet-usage.ts";
import { openReader } from "../../src/store/index.ts";

/** The days that are packed, and one that is not. */
const [FIRST, SECOND, TODAY] = ["2026-11-18", "2026-11-19", "2026-11-21"];
const RANGE = { from: "2026-11-15", to: TODAY };

testOnEach("what is kept is right after each thing that changes the database", async (store, t, options) => {
  const reader = openReader(options.database);
  t.after(() => reader.close());
  const [first, second] = [await aMachine(store), await aMachine(store)];
  const [third, lone] = [await aMachine(store), await aMachine(store)];
  const isRight = async () => {
    for (const by of ["model", "machine", "account"] as const) {
      await sameFleetUsage(reader, { ...RANGE, by, top: 2 });
      await sameFleetUsage(reader, { ...RANGE, by, account: ["team", null] });
      await sameFleetUsage(reader, { ...RANGE, by, machine: [first.id, third.id], model: ["a"] });
    }
    assert.deepEqual(await reader.machines(), await store.machines());
  };
  const changes: readonly (() => Promise<unknown>)[] = [
    () => first.push({ days: [aDay(FIRST, { a: 1 }), aDay(TODAY, { a: 2, b: 3 })], account: "team" }),
    () => second.push({ days: [aDay(FIRST, { a: 5, b: 1 }), aDay(SECOND, { b: 8 })], account: "other" }),
    () => third.push({ days: [aDay(FIRST, { b: 4 }), aDay(TODAY, { a: 1 })] }),
    () => lone.push({ days: [aDay("2026-11-16"), aDay("2026-11-17", { a: 6, c: 0 })], account: "team" }),
    () => store.pack(FIRST),
    () => store.pack(FIRST),
    () => first.push({ days: [aDay(FIRST, { a: 7 }), aDay(TODAY, { a: 9 })], account: "team" }),
    () => store.pack(SECOND),
    () => third.push({ days: [aDay(FIRST, { a: 70, b: 4 }), aDay(SECOND, { a: 2 })], account: "team" }),
    () => store.mergeMachines(lone.id, second.id, ADMIN),
    () => store.mergeMachines(second.id, first.id, ADMIN),
    () => second.push({ days: [aDay(FIRST, { a: 50, b: 10 }), aDay(TODAY, { b: 6 })], account: "other" }),
    () => store.unmergeMachine(second.id, ADMIN),
    () => store.pack(SECOND, { manyChanges: 1 }),
    () => second.push({ days: [aDay(SECOND, { b: 80 })], account: "other" }),
    () => store.renameMachine(first.id, "renamed", ADMIN),
    () => store.archiveMachine(third.id, true, { ...ADMIN, at: NOW + 1 }),
    () => store.revokeMachine(second.id, ADMIN),
    () => store.renameMachine(first.id, null, ADMIN),
    () => store.mergeMachines(third.id, first.id, ADMIN),
    () => store.prune(SECOND),
    () => first.push({ days: [aDay(FIRST, { a: 3 }), aDay(TODAY, { a: 10 })], account: "team" }),
  ];
  for (const change of changes) {
    await change();
    await isRight();
  }
});

testOnEach(
  "after damaged packs were packed again, a page has what was corrected before",
  async (store, t, options) => {
    const reader = openReader(options.database);
    t.after(() => reader.close());
    const machine = await aMachine(store);
    const push = (requests: number) =>
      machine.pushed([aDay("2026-11-18", { a: requests }), aDay("2026-11-21", { a: 2 })], {
        account: "team",
      });
    const requests = async () => {
      const range = { from: "2026-11-15", to: "2026-11-21", by: "model", account: ["team"] } as const;
      return (await reader.fleetUsage(range)).total.requests;
    };
    await push(1);
    while (await store.pack("2026-11-19"));
    assert.equal(await requests(), 3n);
    await push(100);
    while (await store.pack("2026-11-19", { manyChanges: 1 }));
    await runBeside(options, ["update pack set body = substr(body, 1, 5)"]);
    assert.equal((await store.repairPacks()).length, 1);
    while (await store.pack("2026-11-19"));
    assert.equal(await requests(), 102n);
  },
);

testOnEach(
  "while old days are being removed, no page shows what is left of them",
  async (store, t, options) => {
    const reader = openReader(options.database);
    t.after(() => reader.close());
    const machine = await aMachine(store);
    await machine.pushed([aDay("2026-10-18", { a: 1 }), aDay("2026-11-21", { a: 2 })], {
      account: "team",
      arrivedAt: NOW,
    });
    const shown = () => reader.machineTotals({ from: "2026-10-17", to: "2026-10-19" });
    await runBeside(options, ["insert into meta (key, value) values ('pruned_before', '2026-11-01')"]);
    assert.deepEqual(await shown(), []);
    await store.prune("2026-11-01");
    assert.deepEqual(await shown(), []);
  },
);
