// Machines: joining, tokens, names, archiving, revoking, merging, two homes.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import {
  ADMIN,
  aDay,
  aMachine,
  frozenDay,
  HOUR,
  NOW,
  requestsBy,
} from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";
const TUESDAY = "2026-11-17";

async function only(store: Store) {
  const [machine, ...others] = await store.machines();
  assert.ok(machine !== undefined && others.length === 0);
  return machine;
}

testOnEach("a machine that joined is listed, and shows what its pushes say", async (store) => {
  const machine = await aMachine(store);
  assert.deepEqual(await only(store), {
    id: machine.id,
    program: "agent-usage",
    machineId: machine.machineId,
    label: "joined",
    name: null,
    os: "linux",
    account: null,
    agentVersion: null,
    agentUsageVersion: null,
    firstSeen: NOW,
    lastSeen: null,
    archived: false,
    revoked: false,
    twoHomesAt: null,
    merged: [],
  });
  await machine.push({ label: "desk", account: "team", arrivedAt: NOW + HOUR });
  const { label, account, agentUsageVersion, firstSeen, lastSeen } = await only(store);
  assert.deepEqual(
    { label, account, agentUsageVersion, firstSeen, lastSeen },
    { label: "desk", account: "team", agentUsageVersion: "1.0.0", firstSeen: NOW, lastSeen: NOW + HOUR },
  );
});

testOnEach("an unknown token is invalid, and a token of another machine says so", async (store) => {
  const [machine, other] = [await aMachine(store), await aMachine(store)];
  machine.token = "no such token";
  assert.deepEqual(await machine.push(), { status: "invalid_token" });
  machine.token = other.token;
  assert.deepEqual(await machine.push(), { status: "other_machine" });
  assert.deepEqual(await requestsBy(store, {}), {});
});

testOnEach("two programs on one machine are two machines", async (store) => {
  const first = await aMachine(store, "agent-usage");
  const second = await aMachine(store, "agent-usage-claude-code");
  assert.notEqual(first.id, second.id);
});

testOnEach("after joining again, the old token works until the new one was used", async (store) => {
  const machine = await aMachine(store);
  const old = machine.token;
  const next = await machine.join();
  assert.equal((await store.machines()).length, 1);
  machine.token = old;
  assert.equal((await machine.push()).status, "kept");
  machine.token = next;
  assert.equal((await machine.push()).status, "kept");
  machine.token = old;
  assert.deepEqual(await machine.push(), { status: "invalid_token" });
  assert.deepEqual(await store.secrets.machineOf(old), { status: "invalid_token" });
});

testOnEach(
  "a revoked machine is refused until it joins again, and its old token stays dead",
  async (store) => {
    const machine = await aMachine(store);
    const old = machine.token;
    assert.equal(await store.revokeMachine(machine.id, ADMIN), true);
    assert.deepEqual(await machine.push(), { status: "revoked" });
    assert.deepEqual(await store.secrets.machineOf(old), { status: "revoked" });
    const next = await machine.join();
    assert.equal((await only(store)).revoked, false);
    machine.token = old;
    assert.deepEqual(await machine.push(), { status: "invalid_token" });
    machine.token = next;
    assert.equal((await machine.push()).status, "kept");
  },
);

testOnEach("a name that was given wins over the label, and stays", async (store) => {
  const machine = await aMachine(store);
  assert.equal(await store.renameMachine(machine.id, "Ada's desk", ADMIN), true);
  await machine.push({ label: "changed" });
  const { name, label } = await only(store);
  assert.deepEqual({ name, label }, { name: "Ada's desk", label: "changed" });
  await store.renameMachine(machine.id, null, ADMIN);
  assert.equal((await only(store)).name, null);
});

testOnEach("an archived machine that pushes is not archived any more", async (store) => {
  const machine = await aMachine(store);
  await machine.pushed([aDay(MONDAY, { large: 2 })], { seq: 5 });
  for (const seq of [6, 1]) {
    await store.archiveMachine(machine.id, true, ADMIN);
    assert.equal((await only(store)).archived, true);
    assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 2n });
    await machine.push({ seq });
    assert.equal((await only(store)).archived, false);
  }
});

testOnEach("an unknown machine cannot be changed", async (store) => {
  for (const id of ["7", "0", "x", "1e3", "99999999999999999999"]) {
    assert.equal(await store.renameMachine(id, "n", ADMIN), false);
    assert.equal(await store.unmergeMachine(id, ADMIN), false);
    assert.deepEqual(await store.mergeMachines(id, "8", ADMIN), { status: "unknown" });
  }
});

testOnEach("of two machines merged, a day that both hold counts once, the larger", async (store) => {
  const [old, now] = [await aMachine(store), await aMachine(store)];
  await old.pushed([frozenDay(MONDAY, { large: 5 }), frozenDay(TUESDAY, { large: 1 })]);
  await now.pushed([frozenDay(TUESDAY, { small: 3 })]);
  assert.deepEqual(await store.mergeMachines(old.id, now.id, ADMIN), { status: "merged" });
  assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 5n, [TUESDAY]: 3n });
  assert.deepEqual(await requestsBy(store, { by: ["machine"] }), { [now.id]: 8n });
  assert.deepEqual(await requestsBy(store, { machine: [now.id] }), { [MONDAY]: 5n, [TUESDAY]: 3n });
  assert.deepEqual((await only(store)).merged, [old.id]);

  await old.pushed([frozenDay(TUESDAY, { large: 4 })]);
  assert.deepEqual(await requestsBy(store, { by: ["day", "model"] }), {
    [`${MONDAY} large`]: 5n,
    [`${TUESDAY} large`]: 4n,
  });
  assert.deepEqual(await store.verify(), []);

  assert.equal(await store.unmergeMachine(old.id, ADMIN), true);
  assert.deepEqual(await requestsBy(store, { by: ["machine"] }), { [old.id]: 9n, [now.id]: 3n });
  assert.deepEqual(await store.verify(), []);
});

testOnEach("only machines of one program that stand by themselves can be merged", async (store) => {
  const [a, b, c] = [await aMachine(store), await aMachine(store), await aMachine(store)];
  const other = await aMachine(store, "agent-usage-claude-code");
  const merge = async (from: string, into: string) => (await store.mergeMachines(from, into, ADMIN)).status;
  assert.equal(await merge(a.id, a.id), "same");
  assert.equal(await merge(a.id, other.id), "other_program");
  assert.equal(await merge(a.id, b.id), "merged");
  assert.equal(await merge(a.id, c.id), "merged_already");
  assert.equal(await merge(c.id, a.id), "merged_already");
  assert.equal(await merge(b.id, c.id), "merged");
  assert.deepEqual((await store.machines()).find(({ id }) => id === c.id)?.merged, [a.id, b.id]);
});

testOnEach("two stateIds that alternate within a day mark two homes", async (store) => {
  const machine = await aMachine(store);
  await machine.push({ stateId: "a", seq: 1, arrivedAt: NOW });
  await machine.push({ stateId: "b", seq: 1, arrivedAt: NOW + HOUR });
  assert.equal((await only(store)).twoHomesAt, null, "a state that is lost once is no second home");
  await machine.push({ stateId: "a", seq: 1, arrivedAt: NOW + HOUR });
  assert.equal((await only(store)).twoHomesAt, null, "nor is a late snapshot");
  assert.equal((await machine.push({ stateId: "a", seq: 2, arrivedAt: NOW + 2 * HOUR })).status, "kept");
  assert.equal((await only(store)).twoHomesAt, NOW + 2 * HOUR);
});

testOnEach("a stateId that comes back after more than a day marks nothing", async (store) => {
  const machine = await aMachine(store);
  await machine.push({ stateId: "a", seq: 1, arrivedAt: NOW });
  await machine.push({ stateId: "b", seq: 1, arrivedAt: NOW + HOUR });
  await machine.push({ stateId: "a", seq: 2, arrivedAt: NOW + 25 * HOUR });
  assert.equal((await only(store)).twoHomesAt, null);
});

testOnEach("what people change is in the audit log, the newest first", async (store) => {
  const machine = await aMachine(store);
  const by = { who: "ada", from: "192.0.2.7", at: NOW + HOUR };
  await store.renameMachine(machine.id, "n", by);
  await store.revokeMachine(machine.id, by);
  const entries = await store.audit(2);
  assert.deepEqual(
    entries.map(({ action, who, from, at, subject }) => ({ action, who, from, at, subject })),
    ["machine.revoke", "machine.rename"].map((action) => ({ action, ...by, subject: machine.id })),
  );
});
