// Days that are not packed are kept in memory, and are as they are in the database at every moment.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine } from "../../../test/support/store/fleet.ts";

const TODAY = "2026-11-22";
const RANGE = { from: TODAY, to: TODAY };

const lines = (rows: readonly unknown[][]): string[] => rows.map((row) => row.join(" ")).sort();

testOnEach("what machines used today is right after pushes, a merge and its undoing", async (store) => {
  const actor = { who: "test", from: null, at: 1 };
  const machines = [await aMachine(store), await aMachine(store), await aMachine(store)];
  const isRight = async () => {
    const asked = { ...RANGE, by: ["machine"] as const };
    const rows = (await store.usage(asked)).map((row) => [row.machine, row.requests, row.outputTokens]);
    const { groups } = await store.fleetUsage({ ...RANGE, by: "machine" });
    const shown = groups.map(({ key, sum }) => [key, sum.requests, sum.outputTokens]);
    const totals = (await store.machineTotals(RANGE)).map((each) => [
      each.machine,
      each.requests,
      each.outputTokens,
    ]);
    for (const found of [shown, totals]) assert.deepEqual(lines(found), lines(rows));
    const ofModel = await store.machineTotals({ ...RANGE, model: ["a"] });
    const models = await store.usage({ ...asked, model: ["a"] });
    const some = models
      .filter(({ requests }) => requests > 0n)
      .map(({ machine, requests }) => [machine, requests]);
    assert.deepEqual(lines(ofModel.map(({ machine, requests }) => [machine, requests])), lines(some));
  };
  for (let n = 1; n <= 3; n++) {
    for (const [place, machine] of machines.entries()) {
      await machine.pushed([aDay(TODAY, { a: n * 10 + place, b: n })]);
      await isRight();
    }
  }
  const [first, second] = (await store.machines()).map(({ id }) => id);
  assert.equal((await store.mergeMachines(second ?? "", first ?? "", actor)).status, "merged");
  await isRight();
  await machines[1]?.pushed([aDay(TODAY, { a: 500 })]);
  await isRight();
  assert.equal(await store.unmergeMachine(second ?? "", actor), true);
  await isRight();
});
