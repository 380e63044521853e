// A machine's tokens: listed, revoked, and rotated by an invite that is bound to it.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, aMachine, HOUR, NOW, type TestMachine } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

/** Makes an invite for a machine. */
const rotate = (store: Store, machine: string, hash: string) =>
  store.secrets.addInvite({ hash, prefix: hash, uses: 1, expiresAt: NOW + HOUR, machine }, ADMIN);

const useInvite = (
  store: Store,
  { program, machineId }: Pick<TestMachine, "program" | "machineId">,
  codeHash: string,
) =>
  store.secrets.join({
    codeHash,
    token: { hash: `token of ${codeHash}`, prefix: "rotated" },
    program,
    machine: { id: machineId, label: "joined", os: "linux" },
    at: NOW,
    from: null,
  });

testOnEach("an invite for one machine gives it a new token, and no other machine any", async (store) => {
  const [machine, other] = [await aMachine(store), await aMachine(store)];
  const stranger = { program: other.program, machineId: "00000000-0000-4000-8000-999999999999" };
  assert.equal(await rotate(store, machine.id, "bound"), true);
  assert.equal((await store.secrets.invites(NOW))[0]?.machine, machine.id);
  assert.deepEqual(await useInvite(store, other, "bound"), { status: "invalid_code" });
  assert.deepEqual(await useInvite(store, stranger, "bound"), { status: "invalid_code" });
  assert.deepEqual(await useInvite(store, machine, "bound"), { status: "joined", machine: machine.id });
  const { action, subject } = (await store.audit(2))[1] ?? {};
  assert.deepEqual({ action, subject }, { action: "machine.rotate", subject: machine.id });

  const listed = async () =>
    (await store.secrets.tokensOf(machine.id)).map(({ prefix, usedAt }) => [prefix, usedAt]);
  const old = machine.token.slice(0, 8);
  assert.deepEqual(await listed(), [
    ["rotated", null],
    [old, null],
  ]);
  assert.equal((await machine.push()).status, "kept", "the old one works until the new one is used");
  machine.token = "token of bound";
  await machine.push({ arrivedAt: NOW + HOUR });
  assert.deepEqual(await listed(), [["rotated", NOW + HOUR]]);
});

testOnEach("there is no invite for a machine that is unknown", async (store) => {
  for (const id of ["7", "x"]) assert.equal(await rotate(store, id, `for ${id}`), false);
  assert.deepEqual(await store.secrets.invites(NOW), []);
});

testOnEach("a revoked token is invalid, and only its machine's page can revoke it", async (store) => {
  const [machine, other] = [await aMachine(store), await aMachine(store)];
  const [token] = await store.secrets.tokensOf(machine.id);
  assert.ok(token !== undefined);
  assert.equal(await store.secrets.revokeToken(other.id, token.id, ADMIN), false);
  assert.equal(await store.secrets.revokeToken("x", token.id, ADMIN), false);
  assert.equal(await store.secrets.revokeToken(machine.id, token.id, ADMIN), true);
  assert.deepEqual(await machine.push(), { status: "invalid_token" });
  assert.deepEqual(await store.secrets.tokensOf(machine.id), []);
  const { action, subject } = (await store.audit(1))[0] ?? {};
  assert.deepEqual({ action, subject }, { action: "token.revoke", subject: `${machine.id} ${token.prefix}` });
});

testOnEach("a merged machine lists its parts and their tokens, and is revoked with them", async (store) => {
  const [part, whole] = [await aMachine(store), await aMachine(store)];
  await whole.push({ arrivedAt: NOW });
  await store.mergeMachines(part.id, whole.id, ADMIN);
  await store.archiveMachine(whole.id, true, ADMIN);
  await part.push({ label: "old desk", account: "team", arrivedAt: NOW + HOUR });
  const [shown] = await store.machines();
  assert.deepEqual(
    { account: shown?.account, lastSeen: shown?.lastSeen, archived: shown?.archived },
    { account: "team", lastSeen: NOW + HOUR, archived: false },
  );
  assert.deepEqual(await store.machineParts(whole.id), [
    { id: part.id, label: "old desk", machineId: part.machineId, lastSeen: NOW + HOUR, into: whole.id },
  ]);
  const owners = (await store.secrets.tokensOf(whole.id)).map(({ machine }) => machine);
  assert.deepEqual(owners.sort(), [part.id, whole.id].sort());
  await store.revokeMachine(whole.id, ADMIN);
  assert.deepEqual(await part.push(), { status: "revoked" });
  assert.deepEqual(await store.secrets.tokensOf(whole.id), []);
});
