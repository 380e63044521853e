// When an alert is raised: once in a window of a limit, never late, whoever looks.
import assert from "node:assert/strict";
import { aChannel, alertsOn, receiver } from "../../../test/support/alerts.ts";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aLimit, aMachine, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import { USUAL_RULE } from "../../src/alerts/index.ts";
import type { Store } from "../../src/store/index.ts";

const MINUTE = 60_000;
const SESSION_END = NOW + 2 * HOUR;

/** A store with a channel, and a machine whose limits are read at any time. */
async function world(store: Store) {
  let now = NOW;
  const inbox = receiver();
  const channel = await aChannel(store);
  const alerts = alertsOn(store, { clock: () => now, send: inbox.send });
  const machine = await aMachine(store);
  return {
    alerts,
    channel,
    inbox,
    machine,
    at: (time: number) => {
      now = time;
    },
    /** A reading, and what it brings. */
    reads: async (percent: number, limit: object = {}, facts: object = {}) => {
      const read = { resetsAt: SESSION_END, ...limit };
      await machine.push({
        account: "team",
        limits: [aLimit(percent, read)],
        fetchedAt: now,
        arrivedAt: now,
        ...facts,
      });
      await alerts.lookAtChanges();
      await alerts.deliver();
      return inbox.texts();
    },
    beats: async () => {
      await alerts.beat();
      await alerts.deliver();
      return inbox.texts();
    },
  };
}

const USED = (percent: number) => `team: 5-hour session is ${percent}% used`;
const RESET = "team: 5-hour session has reset";

testOnEach("a threshold is told once in a window, and again in the next", async (store) => {
  const { reads, at } = await world(store);
  assert.deepEqual(await reads(49), []);
  at(NOW + 1);
  assert.deepEqual(await reads(51), [USED(51)]);
  at(NOW + MINUTE);
  // The reset drifts by a minute: it is the same window.
  assert.deepEqual(await reads(60, { resetsAt: SESSION_END + MINUTE }), [USED(51)]);
  at(NOW + 2 * MINUTE);
  assert.deepEqual(await reads(85), [USED(51), USED(85)]);
  at(SESSION_END + HOUR);
  assert.deepEqual(await reads(52, { resetsAt: SESSION_END + 5 * HOUR }), [USED(51), USED(85), USED(52)]);
});

testOnEach("one that passes several thresholds at once is told once", async (store) => {
  const { reads, at } = await world(store);
  assert.deepEqual(await reads(96), [USED(96)]);
  at(NOW + MINUTE);
  assert.deepEqual(await reads(97), [USED(96)]);
});

testOnEach(
  "a reading from before an outage, and one of a window that has ended, are not told",
  async (store) => {
    const { reads } = await world(store);
    assert.deepEqual(await reads(96, {}, { fetchedAt: NOW - 2 * HOUR }), []);
    assert.deepEqual(await reads(96, { resetsAt: NOW - MINUTE }, { fetchedAt: NOW - 10 * MINUTE }), []);
  },
);

testOnEach("another machine of the account, and another process, tell nothing again", async (store) => {
  const { reads, inbox } = await world(store);
  await reads(81);
  const other = await aMachine(store);
  await other.push({
    account: "team",
    limits: [aLimit(82, { resetsAt: SESSION_END })],
    fetchedAt: NOW + 1,
    arrivedAt: NOW + 1,
  });
  const again = alertsOn(store, { clock: () => NOW + 1, send: inbox.send });
  await again.lookAtChanges();
  await again.lookAtAll();
  await again.deliver();
  assert.deepEqual(inbox.texts(), [USED(81)]);
});

testOnEach("a limit that runs out before its reset is told once, with when", async (store) => {
  const { reads, at, inbox } = await world(store);
  const end = { resetsAt: NOW + 3 * HOUR };
  at(NOW - HOUR);
  await reads(15, end);
  at(NOW);
  const told = await reads(48, end);
  assert.deepEqual(told, ["team: 5-hour session runs out before its reset"]);
  assert.match(inbox.got[0]?.body ?? "", /52% is left\. It resets at .*Forecast: runs out about /);
  at(NOW + MINUTE);
  assert.equal((await reads(49, end)).length, 1);
});

testOnEach("a limit that was over a threshold is told to have reset, once", async (store) => {
  const { reads, beats, at } = await world(store);
  await reads(81);
  at(SESSION_END - 1);
  assert.deepEqual(await beats(), [USED(81)]);
  at(SESSION_END + MINUTE);
  assert.deepEqual(await beats(), [USED(81), RESET]);
  at(SESSION_END + 2 * MINUTE);
  assert.deepEqual(await beats(), [USED(81), RESET]);
});

testOnEach("a reset that nobody could tell in time is not told later", async (store) => {
  const { reads, beats, at } = await world(store);
  await reads(81);
  at(SESSION_END + 3 * HOUR);
  assert.deepEqual(await beats(), [USED(81)]);
});

testOnEach("the rule of an account wins over the one for all", async (store) => {
  const { reads, at } = await world(store);
  await store.alerts.saveRule({ ...USUAL_RULE, account: "team", percents: [70], runsOut: false }, ADMIN);
  assert.deepEqual(await reads(69), []);
  at(NOW + MINUTE);
  assert.deepEqual(await reads(70), [USED(70)]);
  await store.alerts.saveRule({ ...USUAL_RULE, account: "team", percents: [75], enabled: false }, ADMIN);
  at(NOW + 2 * MINUTE);
  assert.deepEqual(await reads(99), [USED(70)]);
});

testOnEach(
  "a muted rule and a muted channel send nothing, and what they missed is not sent later",
  async (store) => {
    const { reads, at, channel } = await world(store);
    await store.alerts.saveRule({ ...USUAL_RULE, mutedUntil: NOW + MINUTE }, ADMIN);
    assert.deepEqual(await reads(51), []);
    assert.equal((await store.alerts.list(1))[0]?.muted, true);
    at(NOW + MINUTE);
    assert.deepEqual(await reads(52), []);
    await store.alerts.changeChannel(channel, { mutedUntil: NOW + 3 * MINUTE }, ADMIN);
    at(NOW + 2 * MINUTE);
    assert.deepEqual(await reads(80), []);
    at(NOW + 3 * MINUTE);
    assert.deepEqual(await reads(96), [USED(96)]);
  },
);

testOnEach(
  "a watched machine that is silent is told once, until it is heard and silent again",
  async (store) => {
    const { beats, at, machine, reads } = await world(store);
    await reads(1);
    assert.equal(await store.alerts.watchMachine(machine.id, HOUR, ADMIN), true);
    const told: number[] = [];
    for (let minute = 0; minute <= 200; minute += 2) {
      at(NOW + minute * MINUTE);
      if (minute === 100) await reads(2);
      const before = told.length;
      const texts = await beats();
      if (texts.length > before) told.push(minute);
    }
    assert.deepEqual(told, [60, 160]);
  },
);

testOnEach("the collector's own downtime never counts as silence", async (store) => {
  const { beats, at, machine, reads, inbox } = await world(store);
  await reads(1);
  await store.alerts.watchMachine(machine.id, HOUR, ADMIN);
  assert.deepEqual(await beats(), []);
  // Ten hours without a word of the collector.
  at(NOW + 10 * HOUR);
  assert.deepEqual(await beats(), []);
  for (let minute = 2; minute < 60; minute += 2) {
    at(NOW + 10 * HOUR + minute * MINUTE);
    assert.deepEqual(await beats(), []);
  }
  at(NOW + 11 * HOUR);
  await beats();
  assert.deepEqual(inbox.texts(), ["laptop has been silent for 11 h"]);
});

testOnEach("an archived machine may be silent", async (store) => {
  const { beats, at, machine, reads } = await world(store);
  await reads(1);
  await store.alerts.watchMachine(machine.id, HOUR, ADMIN);
  await store.archiveMachine(machine.id, true, ADMIN);
  for (const minute of [0, 2, 61, 62, 63, 120]) {
    at(NOW + minute * MINUTE);
    assert.deepEqual(await beats(), []);
  }
});
