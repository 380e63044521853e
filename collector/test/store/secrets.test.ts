// Codes, keys, people, links and sessions, by the hash of their secret.
import assert from "node:assert/strict";
import { testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import type { Store } from "../../src/store/index.ts";

const MACHINE_ID = "3b241101-e2bb-4255-8caf-4136c566a962";

let tokens = 0;
function join({ secrets }: Store, codeHash: string, at = NOW) {
  const token = { hash: `token ${++tokens}`, prefix: "token" };
  const machine = { id: MACHINE_ID, label: "l", os: "linux" };
  return secrets.join({ codeHash, token, program: "agent-usage", machine, at, from: null });
}

const invite = (code: string, uses = 1) => ({ hash: code, prefix: code, uses, expiresAt: NOW + HOUR });
const session = (hash: string) => ({ hash, prefix: "session", expiresAt: NOW + HOUR });

testOnEach("a code works as often as it says", async (store) => {
  await store.secrets.addInvite(invite("code", 2), ADMIN);
  assert.equal((await join(store, "code")).status, "joined");
  assert.equal((await store.secrets.invites(NOW))[0]?.usesLeft, 1);
  assert.equal((await join(store, "code")).status, "joined");
  assert.deepEqual(await join(store, "code"), { status: "invalid_code" });
  assert.deepEqual(await store.secrets.invites(NOW), []);
});

testOnEach("ten machines at once use a code that works three times three times", async (store) => {
  await store.secrets.addInvite(invite("code", 3), ADMIN);
  const joined = await Promise.all(Array.from({ length: 10 }, () => join(store, "code")));
  assert.equal(joined.filter(({ status }) => status === "joined").length, 3);
  assert.equal((await store.machines()).length, 1);
});

testOnEach("an unknown, an expired and a revoked code are the same to a stranger", async (store) => {
  await store.secrets.addInvite(invite("old"), ADMIN);
  await store.secrets.addInvite(invite("taken back"), ADMIN);
  assert.equal(await store.secrets.revokeInvite("taken", ADMIN), false);
  assert.equal(await store.secrets.revokeInvite("taken back", ADMIN), true);
  assert.equal(await store.secrets.revokeInvite("taken back", ADMIN), false);
  for (const code of ["never", "taken back"]) {
    assert.deepEqual(await join(store, code), { status: "invalid_code" });
  }
  assert.deepEqual(await join(store, "old", NOW + HOUR), { status: "invalid_code" });
  assert.deepEqual(await store.machines(), []);
});

testOnEach("a key is found by its hash until it is revoked; names are unique", async (store) => {
  const key = { hash: "hash", prefix: "aucK1234", name: "grafana", scope: "metrics" as const };
  assert.equal(await store.secrets.addKey(key, ADMIN), "added");
  assert.equal(await store.secrets.addKey({ ...key, hash: "other" }, ADMIN), "name_taken");
  const kept = { name: "grafana", prefix: "aucK1234", scope: "metrics", createdAt: NOW, createdBy: "admin" };
  assert.deepEqual(await store.secrets.keyOf("hash"), kept);
  assert.deepEqual(await store.secrets.keys(), [kept]);
  assert.equal(await store.secrets.revokeKey("grafana", ADMIN), true);
  assert.equal(await store.secrets.revokeKey("grafana", ADMIN), false);
  assert.equal(await store.secrets.keyOf("hash"), undefined);
});

testOnEach("a hash of one kind of secret is none of another", async (store) => {
  const { secrets } = store;
  await secrets.addInvite(invite("invite", 9), ADMIN);
  await secrets.addKey({ hash: "key", prefix: "k", name: "k", scope: "api" }, ADMIN);
  await secrets.addPerson({ name: "ada", role: "admin" }, ADMIN);
  await secrets.addLink({ ...session("link"), person: "ada" }, ADMIN);
  await secrets.addSession("ada", session("session"), ADMIN);
  await join(store, "invite");
  const token = `token ${tokens}`;
  for (const hash of ["invite", "key", "link", "session", token]) {
    assert.equal((await secrets.keyOf(hash)) !== undefined, hash === "key", hash);
    assert.equal((await secrets.sessionOf(hash, NOW)) !== undefined, hash === "session", hash);
    assert.equal((await secrets.machineOf(hash)).status === "known", hash === token, hash);
    if (hash !== "invite") assert.deepEqual(await join(store, hash), { status: "invalid_code" });
    if (hash !== "link") assert.equal(await secrets.followLink(hash, session(`s ${hash}`), ADMIN), undefined);
  }
});

testOnEach("a link starts one session, once, before it expires", async (store) => {
  const { secrets } = store;
  assert.equal(await secrets.addPerson({ name: "ada", role: "viewer" }, ADMIN), "added");
  assert.equal(await secrets.addPerson({ name: "ada", role: "admin" }, ADMIN), "name_taken");
  assert.equal(await secrets.addLink({ ...session("nobody's"), person: "bob" }, ADMIN), false);
  for (const hash of ["link", "late"]) await secrets.addLink({ ...session(hash), person: "ada" }, ADMIN);
  const ada = { name: "ada", role: "viewer", hasPassword: false, createdAt: NOW, signedInAt: NOW };
  assert.deepEqual(await secrets.followLink("link", session("first"), ADMIN), {
    ...ada,
    isInvitation: false,
  });
  assert.equal(await secrets.followLink("link", session("second"), ADMIN), undefined);
  const late = { ...ADMIN, at: NOW + HOUR };
  assert.equal(
    await secrets.followLink("late", { ...session("third"), expiresAt: NOW + 2 * HOUR }, late),
    undefined,
  );
  const { session: first, ...person } = (await secrets.sessionOf("first", NOW)) ?? {};
  assert.deepEqual(person, ada);
  assert.deepEqual(first, {
    prefix: "session",
    method: "link",
    from: null,
    browser: null,
    createdAt: NOW,
    expiresAt: NOW + HOUR,
  });
  assert.equal(await secrets.sessionOf("first", NOW + HOUR), undefined);
  await secrets.endSession("first");
  assert.equal(await secrets.sessionOf("first", NOW), undefined);
});
