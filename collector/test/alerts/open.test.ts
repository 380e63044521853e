// Which alerts are open: those whose reason still holds now.
import assert from "node:assert/strict";
import { aChannel, alertsOn, receiver } from "../../../test/support/alerts.ts";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aLimit, aMachine, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";
import { openAlerts } from "../../src/web/alerts/index.ts";

const MINUTE = 60_000;
const SESSION_END = NOW + 3 * HOUR;

async function world(store: Store) {
  let now = NOW - HOUR;
  await aChannel(store);
  const alerts = alertsOn(store, { clock: () => now, send: receiver().send });
  const machine = await aMachine(store);
  const open = async (at: number) => (await openAlerts(store, at)).map(({ why }) => why);
  return {
    alerts,
    machine,
    open,
    /** What is open once a reading was looked at. */
    reads: async (at: number, percent: number, resetsAt = SESSION_END) => {
      now = at;
      const limits = [aLimit(percent, { resetsAt })];
      await machine.push({ account: "team", limits, fetchedAt: now, arrivedAt: now });
      await alerts.lookAtChanges();
      return open(now);
    },
    at: (time: number) => {
      now = time;
    },
  };
}

testOnEach(
  "a forecast is open while the limit is still expected to run out, and not after",
  async (store) => {
    const { reads } = await world(store);
    await reads(NOW - HOUR, 15);
    assert.deepEqual(await reads(NOW, 48), ["runs_out"]);
    assert.deepEqual(await reads(NOW + 2 * HOUR, 49), []);
  },
);

testOnEach("a threshold is open until the window ends, once for a limit", async (store) => {
  const { reads, open } = await world(store);
  await reads(NOW - HOUR, 2);
  assert.deepEqual(await reads(NOW + 2 * HOUR, 51), ["percent"]);
  assert.deepEqual(await open(SESSION_END - MINUTE), ["percent"]);
  assert.deepEqual(await open(SESSION_END), []);
});

testOnEach("a window that restarts before its reset closes the alert", async (store) => {
  const { reads } = await world(store);
  assert.deepEqual(await reads(NOW, 96), ["runs_out"]);
  assert.deepEqual(await reads(NOW + MINUTE, 2, SESSION_END + 2 * HOUR), []);
});

testOnEach(
  "a silent machine is open until it is seen, also after a restart of the collector",
  async (store) => {
    const { alerts, machine, open, at } = await world(store);
    await machine.push({ arrivedAt: NOW - HOUR });
    await store.alerts.watchMachine(machine.id, 2 * MINUTE, ADMIN);
    await alerts.beat();
    at(NOW - HOUR + 2 * MINUTE);
    await alerts.beat();
    await alerts.stop();
    assert.deepEqual(await open(NOW), ["silence"]);
    await machine.push({ arrivedAt: NOW });
    assert.deepEqual(await open(NOW), []);
  },
);
